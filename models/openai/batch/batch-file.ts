/** What one file of requests may hold. */
export interface FileLimits {
  readonly requests: number;
  readonly bytes: number;
}

/**
 * OpenAI takes 50,000 requests and 200 MB: https://platform.openai.com/docs/guides/batch. Smaller files take less memory
 * and time to upload, and fewer tokens wait in each.
 */
export const fileLimits: FileLimits = { requests: 50_000, bytes: 50_000_000 };

/** A line of such a file. The body goes in as it is, so that a batch asks what a request on its own would. */
export function requestLine(id: string, endpoint: string, body: string): string {
  return `{"custom_id":${JSON.stringify(id)},"method":"POST","url":${JSON.stringify(endpoint)},"body":${body}}`;
}

/** Cuts a list into parts that fit into a file each; `bytesOf` tells what an element takes. */
export function fileParts<T>(
  list: readonly T[],
  bytesOf: (element: T) => number,
  limits: FileLimits,
): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const element of list) {
    const own = bytesOf(element);
    const part = parts.at(-1);
    if (part === undefined || part.length >= limits.requests || bytes + own > limits.bytes) {
      parts.push([element]);
      bytes = own;
    } else {
      part.push(element);
      bytes += own;
    }
  }
  return parts;
}
