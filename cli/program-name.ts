/** What a user types for this command: through npx it is on no path by itself. */
export const programName = process.env['npm_command'] === 'exec' ? 'npx pipeline' : 'pipeline';

/** A stored command, which begins with `pipeline`, as it is to be typed here. */
export function asTyped(command: string): string {
  return command.replace(/^pipeline\b/, programName);
}
