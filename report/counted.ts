/** A number with its noun: `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number with commas between the thousands. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
