/**
 * Lets the program go on when a reader leaves early (`| head`) or a stream is closed: what it computes is
 * stored, whoever listens.
 */
export function tolerateClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
}

/** Prints a result. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Tells how the work goes, or what went wrong. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
