import type { Report, RunEvent } from '../engine/events.ts';
import { counted } from '../report/counted.ts';
import { showMoving, tell } from './streams.ts';

/** How often progress is shown: on a terminal, and in a log file (ms); the latter doubles each time. */
const terminalEvery = 100;
const logEvery = 10_000;

/** How many messages of one kind are shown for a step; of further ones those at which their number has doubled. */
const shownFirst = 5;

/** Prints what the engine tells to stderr: one moving line on a terminal, few plain lines elsewhere. */
export class Reporter {
  readonly warnings: string[] = [];
  /** Whether an item was computed. */
  hasComputed = false;
  readonly #moving = isTerminal();
  #step: { readonly name: string; readonly cached: number; readonly started: number } | undefined;
  readonly #repeats = new Map<string, number>();
  #shownAt = 0;
  #wait = logEvery;

  /** The engine's listener. */
  readonly report: Report = (event) => this.#show(event);

  /** Tells something that the user should know, and keeps it for the report of the run. */
  warn(message: string): void {
    if (this.warnings.includes(message)) return;
    this.warnings.push(message);
    tell(`warning: ${message}`);
  }

  #show(event: RunEvent): void {
    switch (event.type) {
      case 'step-started':
        this.#step = { name: event.step, cached: event.cached, started: performance.now() };
        this.#shownAt = performance.now();
        this.#wait = this.#moving ? terminalEvery : logEvery;
        return;
      case 'step-progress':
        this.hasComputed ||= event.done > (this.#step?.cached ?? 0);
        return this.#progress(event.done, event.items);
      case 'step-finished': {
        const { step, items, cached, computed, failed, seconds } = event.outcome;
        const parts = [
          `${computed} computed`,
          `${cached} cached`,
          ...(failed > 0 ? [`${failed} failed`] : []),
        ];
        return tell(`${step}: ${counted(items, 'item')}, ${parts.join(', ')}, ${seconds.toFixed(1)} s`);
      }
      case 'item-failed':
        return this.#repeated(event, `${event.step} ${event.item}: ${event.reason}`, 'failed');
      case 'told':
        return this.#repeated(event, `${event.step} ${event.message}`, 'such messages');
      case 'waiting':
        return tell(`${event.step}: waiting for ${event.owner}, which ${event.which}`);
      case 'warning':
        return this.warn(event.message);
    }
  }

  /** Tells what may happen thousands of times, so that a log stays readable. */
  #repeated({ type, step }: { type: string; step: string }, text: string, what: string): void {
    const kind = `${type} ${step}`;
    const count = (this.#repeats.get(kind) ?? 0) + 1;
    this.#repeats.set(kind, count);
    if (count < shownFirst) tell(text);
    else if (Number.isInteger(Math.log2(count / shownFirst))) tell(`${text} (${count} ${what} so far)`);
  }

  #progress(done: number, items: number): void {
    const now = performance.now();
    if (this.#step === undefined || now - this.#shownAt < this.#wait) return;
    this.#shownAt = now;
    if (!this.#moving) this.#wait *= 2;
    const seconds = (now - this.#step.started) / 1000;
    const rate = (done - this.#step.cached) / seconds;
    // The first second is no measure: models and indexes are loaded in it.
    const left = rate > 0 && seconds > 1 ? `, ${duration((items - done) / rate)} left` : '';
    const text = `${this.#step.name}: ${done} of ${items}, ${rate.toFixed(rate < 10 ? 1 : 0)}/s${left}`;
    if (this.#moving) showMoving(text);
    else tell(text);
  }
}

function duration(seconds: number): string {
  return seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds)} s`;
}

function isTerminal(): boolean {
  const { CI, TERM, NO_COLOR } = process.env;
  return process.stderr.isTTY === true && !CI && TERM !== 'dumb' && !NO_COLOR;
}
