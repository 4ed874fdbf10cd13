/** Requests are counted over this long at least, and over no longer than a call would wait; in milliseconds. */
const [shortestWindow, longestWindow] = [1000, 60_000];
/** And over so many times what an answer takes: requests that were sent together come in waves. */
const waves = 1.5;
/** Up to this share of requests may be refused: a server that is asked a little too much is kept busy. */
const tolerance = 0.12;
/** The share is over about so many requests, later ones counting more. */
const memory = 30;
/** A lesson sets the pace to this share of what the server took. */
const caution = 0.95;
/** After so many windows the pace is again what the server took. */
const recovery = 5;
/** What late timers may catch up on, in milliseconds. */
const slack = 25;
/** Who refuses whatever the pace is left alone for so long, in milliseconds. */
const deafness = 60_000;
/** So many lessons in a row may change nothing; one may when a server allows less than before. */
const mostInVain = 2;
/** So many starts are remembered. */
const remembered = 1000;

interface Lesson {
  /** Requests that the server took in a millisecond. */
  readonly taken: number;
  readonly windowMs: number;
  readonly at: number;
  /** Requests that started since, and those of them that were refused. */
  started: number;
  refused: number;
  /** Lessons before it that were heeded and changed nothing. */
  readonly inVain: number;
}

/**
 * How fast a server takes requests, learned where it refuses many and says when to come back: as many as it took over
 * that wait, and a little less. From there the pace grows by a cubic function of time, slowly around what the server
 * took and ever faster beyond (as the window of CUBIC does: RFC 9438), so that few requests find out about the limit.
 */
export class LearnedPace {
  /** Starts of the last requests that were not refused, in milliseconds since the epoch. */
  readonly #starts: number[] = [];
  #firstStart = Number.POSITIVE_INFINITY;
  /** When the first of the requests started that were refused since the last success. */
  #refusedSince: number | undefined;
  #refusedShare = 0;
  #latencyMs = 0;
  #lesson: Lesson | undefined;
  #readyAt = Number.NEGATIVE_INFINITY;
  #deafUntil = Number.NEGATIVE_INFINITY;

  /** How long the next request has to wait. */
  waitMs(now: number): number {
    return Math.max(0, this.#readyAt - now);
  }

  /** A request starts. */
  start(now: number): void {
    this.#firstStart = Math.min(this.#firstStart, now);
    if (this.#starts.push(now) > remembered) this.#starts.shift();
    if (this.#lesson === undefined) return;
    this.#lesson.started += 1;
    this.#readyAt = Math.max(this.#readyAt, now - slack) + 1 / paceAfter(this.#lesson, now);
  }

  /** A request succeeded that started at `start`. */
  succeed(start: number, now: number): void {
    this.#latencyMs = now - start;
    this.#refusedShare -= this.#refusedShare / memory;
    // One that was out already says nothing about the time since.
    if (start <= (this.#refusedSince ?? start)) return;
    // Whoever took nothing for a while says nothing of the pace, either.
    if (this.#lesson !== undefined && this.#isOut(this.#lesson.windowMs, now))
      this.#lesson = { ...this.#lesson, started: 0, refused: 0 };
    this.#refusedSince = undefined;
  }

  /**
   * A request that started at `start` was refused, and is to come back after `waitMs`. False where too little was asked
   * before to tell whether the pace is to blame.
   */
  refuse(start: number, waitMs: number, now: number): boolean {
    this.#refusedShare += (1 - this.#refusedShare) / memory;
    const place = this.#starts.lastIndexOf(start);
    if (place >= 0) this.#starts.splice(place, 1);
    // What counts is what it took before: one that takes nothing for a while is as fast as ever afterwards.
    const end = (this.#refusedSince ??= start);
    const window = Math.max(waitMs, shortestWindow, waves * this.#latencyMs);
    const windowMs = Math.min(window, longestWindow);
    if (now < this.#deafUntil || end - this.#firstStart < windowMs) return false;
    const before = this.#lesson;
    const isHeeded = before !== undefined && paceAfter(before, now) <= before.taken;
    if (isHeeded) {
      if (this.#isOut(windowMs, now)) return true;
      if (start > before.at) before.refused += 1;
      // Too few have come since to say whether it helps.
      if (now - before.at < windowMs || before.started < memory) return true;
      if (before.refused <= tolerance * before.started) return true;
      if (before.inVain + 1 >= mostInVain) return this.#letGo(now);
    }
    if (this.#refusedShare <= tolerance) return true;
    const from = Math.max(end - windowMs, this.#starts[0] ?? 0);
    const taken = this.#starts.filter((at) => at > from && at <= end).length / Math.max(end - from, 1);
    const inVain = isHeeded ? before.inVain + 1 : 0;
    this.#lesson = {
      taken: Math.max(taken, 1 / windowMs),
      windowMs,
      at: now,
      started: 0,
      refused: 0,
      inVain,
    };
    return true;
  }

  /** Whether nothing was taken for as long as that. */
  #isOut(windowMs: number, now: number): boolean {
    return now - (this.#refusedSince ?? now) > windowMs;
  }

  /** The pace is not to blame: the server refuses as many, however slowly it is asked. */
  #letGo(now: number): false {
    this.#lesson = undefined;
    this.#readyAt = Number.NEGATIVE_INFINITY;
    this.#deafUntil = now + deafness;
    return false;
  }
}

/** Requests in a millisecond. */
function paceAfter({ taken, windowMs, at }: Lesson, now: number): number {
  const recovered = (now - at) / (recovery * windowMs);
  return taken * (1 + (1 - caution) * (recovered - 1) ** 3);
}
