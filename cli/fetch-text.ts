import { ExpectedError } from '../engine/expected-error.ts';

/** The longest document that is taken, in bytes. */
const longest = 10_000_000;

/** The longest that one may take, in milliseconds. */
const patience = 60_000;

const redirections = 5;

/**
 * Fetches a small document from an address. A redirection is followed only within its scheme, so that what was asked
 * for over https never comes over http; a document that is too long, slow, or refused is an `ExpectedError`.
 */
export async function fetchText(
  address: string,
  what: string,
  fetch: typeof globalThis.fetch,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(patience);
  const failure = (found: string, cause?: unknown): ExpectedError =>
    new ExpectedError(
      {
        code: 'fetch-failed',
        message: `Expected ${what}, found ${found}.`,
        where: address,
        remedy: 'Download it by other means, and name the file.',
        exitCode: 1,
      },
      { cause },
    );
  try {
    const response = await follow(address);
    if (response.status !== 200)
      throw failure(`HTTP status ${response.status} ${response.statusText}`.trim());
    return await limited(response);
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
    throw failure(`none that can be reached: ${reasonOf(error)}`, error);
  }

  async function follow(from: string): Promise<Response> {
    let url = new URL(from);
    for (let hops = 0; hops <= redirections; hops++) {
      const response = await fetch(url, { redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.protocol !== url.protocol)
        throw failure(`a redirection from ${url.protocol}// to ${next.protocol}//, which is not followed`);
      url = next;
    }
    throw failure(`more than ${redirections} redirections`);
  }

  async function limited(response: Response): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > longest) throw failure(`more than ${longest / 1e6} MB`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** The innermost reason of a failed request: `fetch` itself only says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
