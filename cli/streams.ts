import { visible } from '../engine/shown.ts';

/**
 * Lets the program go on when a reader leaves early (`| head`) or a stream is closed: what it computes is
 * stored, whoever listens.
 */
export function tolerateClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
}

/** True while the last line of the terminal is one that moves. */
let moving = false;

/** Prints a result. */
export function print(text: string): void {
  endMoving();
  process.stdout.write(visibleLines(text));
}

/** Tells how the work goes, or what went wrong. */
export function tell(text: string): void {
  endMoving();
  process.stderr.write(visibleLines(text));
}

/** Shows a line on the terminal that the next one replaces. */
export function showMoving(text: string): void {
  endMoving();
  // Some terminals claim to have no columns.
  process.stderr.write(visible(text).slice(0, (process.stderr.columns || 80) - 1));
  moving = true;
}

function endMoving(): void {
  if (moving) process.stderr.write('\r\u001B[2K');
  moving = false;
}

function visibleLines(text: string): string {
  return `${visible(text.replace(/\n$/, ''))}\n`;
}
