import { mostExpectedF1 } from './expected-f1.ts';
import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import { features, spanFeatures } from './span-features.ts';

export function answerSpan(
  question: Question,
  sentences: readonly Sentence[],
  weights: Record<string, number>,
): string | null {
  const w = spanFeatures.map((f) => weights[f] ?? 0);
  const all: { score: number; sentence: Sentence; from: number; to: number }[] = [];
  for (const sentence of sentences)
    features(question, sentence, (from, to, values) => {
      let score = 0;
      for (let j = 0; j < w.length; j++) score += (w[j] ?? 0) * (values[j] ?? 0);
      all.push({ score, sentence, from, to });
    });
  const top = all
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 60)
    .map((s) => ({
      ...s,
      stems: s.sentence.tokens
        .slice(s.from, s.to)
        .filter((t) => t.isWord && !/^(an?|the|and)$/.test(t.lower))
        .map((t) => t.stem),
    }));
  const best = mostExpectedF1(top);
  return best
    ? best.sentence.text.slice(best.sentence.tokens[best.from]?.start, best.sentence.tokens[best.to - 1]?.end)
    : null;
}
