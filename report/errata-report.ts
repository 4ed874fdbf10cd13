import { applyErrata, type ErrataConflict } from '../locomo/errata/apply-errata.ts';
import type { Overlay } from '../locomo/errata/overlay.ts';
import { correctedAnswers, scoreThreeWays, type ErrataView } from '../locomo/errata/three-ways.ts';
import type { Sample } from '../locomo/sample.ts';
import type { AnsweredQuestion } from '../locomo/scoring/answered-question.ts';
import { protocols } from '../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../locomo/scoring/score-question.ts';
import { errataTable } from './errata-table.ts';
import { percent } from './percent.ts';

/** What overlays of errata make of the scores of a file of answers. */
export interface ErrataReport {
  readonly overlays: readonly Pick<Overlay, 'name' | 'about' | 'source'>[];
  readonly protocol: keyof typeof protocols;
  /** F1 under the protocol. */
  readonly views: readonly ErrataView[];
  /** Mean recall under the protocol, by the released evidence and by the corrected; null where none was recorded. */
  readonly recall: { readonly raw: number | null; readonly corrected: number | null };
  readonly contested: readonly string[];
  readonly dropped: readonly string[];
  readonly conflicts: readonly ErrataConflict[];
}

/** Scores answers with errata; undefined without any. */
export function errataReport(
  overlays: readonly Overlay[],
  samples: readonly Sample[],
  answers: readonly AnsweredQuestion[],
  protocol: keyof typeof protocols,
): ErrataReport | undefined {
  if (overlays.length === 0) return undefined;
  const errata = applyErrata(samples, overlays);
  const f1 = (answer: AnsweredQuestion): number | null => scoreQuestion(answer, protocols[protocol]).f1;
  // In both protocols there is no recall where nothing was retrieved at all.
  const hasContext = answers.some(({ given }) => given.context !== null);
  const recallOf = (scored: readonly AnsweredQuestion[]): number | null =>
    hasContext
      ? meanOf(scored.map((answer) => scoreQuestion(answer, protocols[protocol]).recallShare))
      : null;
  return {
    overlays: overlays.map(({ name, about, source }) => ({ name, about, source })),
    protocol,
    views: scoreThreeWays(answers, errata, f1),
    recall: { raw: recallOf(answers), corrected: recallOf(correctedAnswers(answers, errata)) },
    contested: [...errata.contested],
    dropped: [...errata.dropped],
    conflicts: errata.conflicts,
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The scores with errata as a table of text, and which errata they are. */
export function errataText({ overlays, protocol, views, recall }: ErrataReport): string {
  return [
    `F1 with errata (${protocol})`,
    ...overlays.map(({ name, about }) => `  ${name}: ${about}`),
    errataTable(views),
    ...(recall.raw === null
      ? []
      : [`recall: ${percent(recall.raw)} raw, ${percent(recall.corrected)} corrected`]),
  ].join('\n');
}

/** Conflicts between overlays, each as a warning. */
export function conflictWarnings(conflicts: readonly ErrataConflict[]): readonly string[] {
  return conflicts.map(
    ({ question, setAside, holds }) =>
      `errata differ about ${question}: ${holds} holds, ${setAside} is set aside.`,
  );
}
