import { words } from '../text/tokens.ts';
import type { Problem } from './finding.ts';

/** Tells of each text whether one of the same words, whatever their case and punctuation, came before it. */
export class Repetitions {
  readonly #firsts = new Map<string, { readonly session: number; readonly memory: string }>();

  /** What it repeats; nothing where the text is new or has no words. */
  problemsOf(text: string, session: number, memory: string): Problem[] {
    const key = words(text).join(' ');
    if (key === '') return [];
    const first = this.#firsts.get(key);
    if (first === undefined) {
      this.#firsts.set(key, { session, memory });
      return [];
    }
    const kind = first.session === session ? 'repeated-in-session' : 'repeated-across-sessions';
    return [{ kind, repeats: first.memory }];
  }
}
