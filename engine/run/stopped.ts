/** Thrown when the user stopped the run; what was finished is in the log. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}
