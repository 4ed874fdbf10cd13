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
  process.stdout.write(text.endsWith('\n') ? visible(text) : `${visible(text)}\n`);
}

/** Tells how the work goes, or what went wrong. */
export function tell(text: string): void {
  endMoving();
  process.stderr.write(`${visible(text)}\n`);
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

/**
 * Shows control characters, by which data could command the terminal, as escapes. They are those of JSON,
 * so that what is printed as JSON keeps its meaning.
 */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) =>
    sign === '\n' || sign === '\t' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
