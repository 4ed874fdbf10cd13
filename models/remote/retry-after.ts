/** The headers of a reply, as far as they are asked for. */
export interface HeaderSource {
  get(name: string): string | null;
}

/**
 * How long the headers of a refusal ask to wait, in milliseconds; undefined where they do not, or not
 * readably. In order of precision: `retry-after-ms`, `retry-after` in seconds or as an HTTP date (RFC 9110,
 * 10.2.3), then the `x-ratelimit-reset…` of what is used up.
 */
export function retryAfter(headers: HeaderSource, now: number): number | undefined {
  const milliseconds = numberIn(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const asked = headers.get('retry-after');
  const seconds = numberIn(asked);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  const date = dateIn(asked);
  // The server's own clock is the better measure of its dates.
  if (date !== undefined) return Math.max(0, date - (dateIn(headers.get('date')) ?? now));
  return resetOfUsedUp(headers, now);
}

/** The wait that a message speaks of, such as `Please try again in 1m2.5s`; in milliseconds. */
export function waitInWords(message: string): number | undefined {
  const found = /\b(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|s|m|h|d)[a-z]*\s?)+)/i.exec(
    message,
  );
  return found?.[1] === undefined ? undefined : durationIn(found[1]);
}

function resetOfUsedUp(headers: HeaderSource, now: number): number | undefined {
  const waits = ['', '-requests', '-tokens']
    .filter((what) => numberIn(headers.get(`x-ratelimit-remaining${what}`)) === 0)
    .map((what) => headers.get(`x-ratelimit-reset${what}`))
    .map((reset) => durationIn(reset) ?? sinceEpoch(numberIn(reset), now))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Resets are told as seconds to come, or as a time in seconds or milliseconds since the epoch. */
function sinceEpoch(reset: number | undefined, now: number): number | undefined {
  if (reset === undefined) return undefined;
  if (reset < 1e9) return Math.ceil(reset * 1000);
  return Math.max(0, Math.ceil((reset < 1e11 ? reset * 1000 : reset) - now));
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** Only what begins with the name of a day: `Date.parse` takes `-5` for a month. */
function dateIn(text: string | null): number | undefined {
  if (text === null || !/^\s*[A-Z][a-z]{2,8},?\s/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `1m30s`, `6m0s`, `850ms`, `2 seconds`; in milliseconds, undefined for any other text. */
export function durationIn(text: string | null | undefined): number | undefined {
  if (text == null || !/^\s*(?:\d+(?:\.\d+)?\s?[a-z]+\s?)+$/i.test(text)) return undefined;
  const parts = [
    ...text.matchAll(/(\d+(?:\.\d+)?)\s?(ms|milliseconds?|s|sec\w*|m|min\w*|h|hours?|d|days?)(?![a-z])/gi),
  ];
  if (parts.length === 0) return undefined;
  const total = parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * msIn(unit.toLowerCase()),
    0,
  );
  return Math.ceil(total);
}

function msIn(unit: string): number {
  if (unit.startsWith('mil') || unit === 'ms') return units.ms;
  if (unit.startsWith('m')) return units.m;
  if (unit.startsWith('s')) return units.s;
  return unit.startsWith('h') ? units.h : units.d;
}
