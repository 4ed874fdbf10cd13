/** A dialog id as the data writes it, `D<session>:<turn>`, both from 1. */
export const dialogId = /^D([1-9]\d{0,5}):([1-9]\d{0,5})$/;

/**
 * The id that a string is meant to be: zero padding (`D30:05`), a colon too many (`D:11:26`), brackets and
 * small letters are mended. Undefined where no session and turn can be read.
 */
export function mendDialogId(text: string): string | undefined {
  const [, session, turn] = /^[[("']*D:?0*([1-9]\d{0,5}):0*([1-9]\d{0,5})[\])"']*$/i.exec(text) ?? [];
  return session === undefined || turn === undefined ? undefined : `D${session}:${turn}`;
}
