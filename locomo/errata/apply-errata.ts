import { ExpectedError } from '../../engine/expected-error.ts';
import { canonicalJson } from '../../engine/json.ts';
import { questionName } from '../scoring/answered-question.ts';
import type { Question, Sample } from '../sample.ts';
import type { Erratum } from './erratum.ts';
import { subjectsOf, type Overlay, type Subject } from './overlay.ts';

/** Two entries that cannot both hold for one question. */
export interface ErrataConflict {
  readonly question: string;
  /** The places of the entry that is set aside, and of the one that holds. */
  readonly setAside: string;
  readonly holds: string;
}

/** Samples with their errata applied; the sets hold names of questions, as `questionName` gives them. */
export interface CorrectedSamples {
  /** Without the dropped questions. The others keep their index; a sample without errata is the same object. */
  readonly samples: readonly Sample[];
  /** Questions whose gold is not to be relied on, also after all corrections. */
  readonly contested: ReadonlySet<string>;
  /** Questions that were taken out. */
  readonly dropped: ReadonlySet<string>;
  /**
   * Questions whose gold, as it was released, is held to be wrong: corrected, contested, or moved into or out of
   * category 5, where to abstain is right.
   */
  readonly wrongGold: ReadonlySet<string>;
  readonly conflicts: readonly ErrataConflict[];
}

/** The errata that hold for one question. */
type Ruling = { readonly [subject in Subject]?: Erratum } & { readonly drop?: Erratum };

/**
 * Applies overlays in order. Where two differ about the same thing, the later one holds; a question that any of them
 * drops is dropped; either conflict is told. An
 * erratum that fits no question, cites a turn that is not there, or leaves a question without a gold answer that it is
 * scored against, is an `ExpectedError` with its place.
 */
export function applyErrata(
  samples: readonly Sample[],
  overlays: readonly Pick<Overlay, 'entries'>[],
): CorrectedSamples {
  const names = samples.flatMap((sample) =>
    sample.questions.map((question) => questionName({ sample, question })),
  );
  const { rulings, conflicts } = ruleOn(overlays, new Set(names));
  const [contested, dropped, wrongGold] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const corrected = samples.map((sample) => {
    const isTouched = sample.questions.some((question) => rulings.has(questionName({ sample, question })));
    return isTouched ? { ...sample, questions: sample.questions.flatMap(correct(sample)) } : sample;
  });
  return { samples: corrected, contested, dropped, wrongGold, conflicts };

  function correct(sample: Sample): (question: Question) => readonly Question[] {
    const turnIds = new Set(sample.sessions.flatMap(({ turns }) => turns.map(({ id }) => id)));
    return (question) => {
      const name = questionName({ sample, question });
      const ruling = rulings.get(name);
      if (ruling === undefined) return [question];
      if (ruling.drop !== undefined) {
        dropped.add(name);
        return [];
      }
      const now = correctQuestion(question, ruling, turnIds);
      if (ruling.gold?.do === 'contest') contested.add(name);
      if (ruling.gold !== undefined || (now.category === 5) !== (question.category === 5))
        wrongGold.add(name);
      return [now];
    };
  }
}

function ruleOn(
  overlays: readonly Pick<Overlay, 'entries'>[],
  known: ReadonlySet<string>,
): { rulings: ReadonlyMap<string, Ruling>; conflicts: readonly ErrataConflict[] } {
  const rulings = new Map<string, Ruling>();
  const conflicts: ErrataConflict[] = [];
  for (const erratum of overlays.flatMap(({ entries }) => entries)) {
    const { question, where } = erratum;
    if (!known.has(question))
      throw misfit(erratum, `a question of the data, found ${question}, which it does not have`);
    const before = rulings.get(question) ?? {};
    const isDecided = before.drop !== undefined;
    const contrary = overruled(before, erratum).filter((earlier) => !saysTheSame(earlier, erratum));
    for (const earlier of contrary) {
      const [setAside, holds] = isDecided ? [where, earlier.where] : [earlier.where, where];
      conflicts.push({ question, setAside, holds });
    }
    if (isDecided) continue;
    const decided = subjectsOf(erratum).map((subject) => [subject, erratum]);
    rulings.set(
      question,
      erratum.do === 'drop' ? { drop: erratum } : { ...before, ...Object.fromEntries(decided) },
    );
  }
  return { rulings, conflicts };
}

/** The earlier entries that an entry cannot stand beside. */
function overruled(ruling: Ruling, { do: action }: Erratum): readonly Erratum[] {
  const { drop, ...others } = ruling;
  if (drop !== undefined) return [drop];
  if (action === 'drop') return Object.values(others);
  return subjectsOf({ do: action }).flatMap((subject) => others[subject] ?? []);
}

function saysTheSame(a: Erratum, b: Erratum): boolean {
  return canonicalJson(decisionOf(a)) === canonicalJson(decisionOf(b));
}

function decisionOf({ where: _where, reason: _reason, ...decision }: Erratum): object {
  return decision;
}

function correctQuestion(question: Question, ruling: Ruling, turnIds: ReadonlySet<string>): Question {
  const { gold, evidence, category } = ruling;
  const now = {
    ...question,
    ...(category?.do === 'reclassify' ? { category: category.category } : {}),
    ...(gold?.do === 'fix-gold' ? { answer: gold.answer } : {}),
    ...(evidence?.do === 'fix-evidence' ? evidenceOf(evidence, evidence.evidence, turnIds) : {}),
  };
  if (now.category === 5 && gold?.do === 'fix-gold')
    throw misfit(gold, 'a question of category 1 to 4: in category 5 no gold is read, to abstain is right');
  if (category !== undefined && now.category !== 5 && now.answer === null)
    throw misfit(
      category,
      `a gold answer beside it, in an entry that does fix-gold: category ${now.category} is scored against one`,
    );
  return now.category === 5 ? now : { ...now, adversarialAnswer: null };
}

function evidenceOf(
  erratum: Erratum,
  ids: readonly string[],
  turnIds: ReadonlySet<string>,
): Pick<Question, 'evidence' | 'evidenceTurns'> {
  const missing = ids.find((id) => !turnIds.has(id));
  if (missing !== undefined)
    throw misfit(erratum, `turns of the conversation, found ${missing}, which it does not have`);
  return { evidence: ids, evidenceTurns: [...new Set(ids)] };
}

function misfit({ where, question }: Erratum, expected: string): ExpectedError {
  return new ExpectedError({
    code: 'misfitting-erratum',
    message: `Expected ${expected}.`,
    where,
    remedy: `Correct the entry about ${question}, or remove it.`,
  });
}
