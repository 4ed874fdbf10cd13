import { addNotes, type Notes } from './notes.ts';

/** What work would count, without doing it. */
export interface Forecast {
  /** With replies of the usual length. */
  readonly expected: Notes;
  /** With replies as long as they may be, and no discount. */
  readonly most: Notes;
}

export const nothing: Forecast = { expected: {}, most: {} };

export function addForecasts(a: Forecast, b: Forecast): Forecast {
  return { expected: addNotes(a.expected, b.expected), most: addNotes(a.most, b.most) };
}
