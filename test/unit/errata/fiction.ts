import { loadDataset } from '../../../locomo/dataset/load.ts';
import { parseOverlay, type Overlay } from '../../../locomo/errata/overlay.ts';
import type { Sample } from '../../../locomo/sample.ts';
import type { AnsweredQuestion } from '../../../locomo/scoring/answered-question.ts';
import { twoConversations } from '../../support/two-conversations.ts';

export const aDigest = 'ab'.repeat(32);

/** The two invented conversations, as they are loaded. */
export function inventedSamples(): readonly Sample[] {
  return loadDataset(Buffer.from(JSON.stringify(twoConversations())), 'own.json').samples;
}

/** An overlay of entries; members of the whole can be replaced. */
export function overlayText(entries: readonly object[], changes: object = {}): Uint8Array {
  const whole = { about: 'Invented.', source: 'A test.', data: { sha256: aDigest }, entries, ...changes };
  return Buffer.from(JSON.stringify(whole, null, 1));
}

export function overlay(...entries: readonly object[]): Overlay {
  return parseOverlay(overlayText(entries), 'own.errata.json');
}

/** An entry about the first question of the first conversation, which `facts` may change. */
export function entry(facts: object): object {
  return { sample_id: 'talk-a', qa_index: 0, reason: 'invented', ...facts };
}

/** The samples' questions with an answer for each. */
export function answeredBy(
  samples: readonly Sample[],
  predict: (index: number, sample: Sample) => string | null,
): readonly AnsweredQuestion[] {
  return samples.flatMap((sample) =>
    sample.questions.map((question) => {
      const prediction = predict(question.index, sample);
      const status = prediction === null ? 'missing' : 'answered';
      return { sample, question, given: { status, prediction, context: null } };
    }),
  );
}
