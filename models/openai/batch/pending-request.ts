import { sha256 } from '../../../engine/digest.ts';
import type { BatchResult } from './batch-result.ts';

/** A request in a batch, or on its way into one. */
export class PendingRequest {
  /** Names the request. */
  readonly digest: string;
  /** What came of it; rejects where that is not known yet when nobody looks any more. */
  readonly outcome: Promise<BatchResult>;
  /** Called once the reply is kept elsewhere or of no use. */
  onSettled: () => void = () => undefined;
  #resolve: (result: BatchResult) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(digest: string) {
    this.digest = digest;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Of some requests of an earlier run nobody wants to know.
    this.outcome.catch(() => undefined);
  }

  resolve(result: BatchResult): void {
    this.#resolve(result);
  }

  reject(error: unknown): void {
    this.#reject(error);
  }
}

/** The digest of a request and of what its reply is for: a repetition asks the same and wants a reply of its own. */
export function digestOfRequest(body: string, key = ''): string {
  return sha256(`${key}\n${body}`).slice(0, 40);
}

/** Ids for requests of one batch: their digests, with a number behind those that are there already. */
export function idsOf(digests: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return digests.map((digest) => {
    const count = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, count);
    return count === 1 ? digest : `${digest}-${count}`;
  });
}

/** The digest in an id. */
export function digestOfId(id: string): string {
  return id.replace(/-\d+$/, '');
}
