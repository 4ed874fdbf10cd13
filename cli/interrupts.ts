import { tell } from './streams.ts';

/** Two stages of stopping. */
export interface Interrupts {
  /** Fires at the first Ctrl-C: nothing new is started. */
  readonly stopping: AbortSignal;
  /** Fires at the second: what is in flight is given up. */
  readonly signal: AbortSignal;
  /** Stops listening. */
  dispose(): void;
}

/** Listens for Ctrl-C and for a polite end by another program. */
export function listenForInterrupts(): Interrupts {
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const onSignal = (): void => {
    if (!stopping.signal.aborted) {
      tell('Stopping: what is in flight is finished first. Once more gives it up.');
      stopping.abort();
    } else if (!giveUp.signal.aborted) giveUp.abort();
    else process.exit(130);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    stopping: stopping.signal,
    signal: giveUp.signal,
    dispose() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
