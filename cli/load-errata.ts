import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../engine/error-code.ts';
import { ExpectedError } from '../engine/expected-error.ts';
import { packageRoot } from '../engine/package-root.ts';
import { shownPath } from '../engine/shown.ts';
import { parseOverlay, requireSameData, type Overlay } from '../locomo/errata/overlay.ts';
import { createDownloadFetch } from '../models/remote/download-fetch.ts';
import { withDotEnv } from '../models/remote/dot-env.ts';
import { isAddress } from './arguments.ts';
import { fetchText } from './fetch-text.ts';

/** The overlays that ship lie here, each named like its file. */
const shipped = join(packageRoot, 'data', 'errata');

/**
 * Loads overlays of errata, each by the name of one that ships, by path, or by http(s) address. One that was made for
 * another data file than `data` is refused.
 */
export async function loadErrata(
  places: readonly string[],
  data: { readonly name: string; readonly sha256: string },
): Promise<readonly Overlay[]> {
  const overlays: Overlay[] = [];
  for (const place of places) {
    const overlay = await loadOverlay(place);
    requireSameData(overlay, data);
    overlays.push(overlay);
  }
  return overlays;
}

async function loadOverlay(place: string): Promise<Overlay> {
  if (isAddress(place)) {
    const fetch = createDownloadFetch(withDotEnv(process.env, process.cwd()));
    return parseOverlay(await fetchText(place, 'errata', fetch), place);
  }
  return parseOverlay(readOverlay(place), shownPath(place));
}

function readOverlay(place: string): Uint8Array {
  try {
    return readFileSync(shippedNames().includes(place) ? join(shipped, `${place}.json`) : place);
  } catch (cause) {
    throw new ExpectedError(
      {
        code: 'errata-file',
        message: `Expected errata, found ${errorCode(cause) === 'ENOENT' ? 'no such file' : 'a file that cannot be read'}.`,
        where: shownPath(place),
        remedy: `Name a file, an address that begins with http:// or https://, or what ships: ${shippedNames().join(', ')}.`,
      },
      { cause },
    );
  }
}

function shippedNames(): readonly string[] {
  return readdirSync(shipped).map((file) => file.replace(/\.json$/, ''));
}
