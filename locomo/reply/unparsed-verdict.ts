const opening = 'unparsed verdict';

/** The longest part of a reply that is told. */
const shown = 200;

/** The reason for which an answer has no verdict: the judge's reply, its end at least, where the verdict should be. */
export function unparsedReason(reply: string): string {
  const text = reply.trim().replaceAll(/\s+/g, ' ');
  return `${opening}, asked twice: ${JSON.stringify(text.length > shown ? `…${text.slice(-shown)}` : text)}`;
}

/** Tells a verdict that could not be read from a call that failed. */
export function isUnparsed(reason: string): boolean {
  return reason.startsWith(opening);
}
