/** What is said before the answer: all up to the last closing tag, and all behind an opening one that stays open. */
const thinking =
  /^[\s\S]*<\/(?:think|thinking|thought|reasoning)>|<(?:think|thinking|thought|reasoning)>[\s\S]*$/gi;

/** A reply without the reasoning that some models write before it. */
export function withoutThinking(reply: string): string {
  return reply.replace(thinking, '').trim();
}
