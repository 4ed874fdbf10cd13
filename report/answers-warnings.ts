import type { Aggregate } from '../locomo/scoring/aggregate.ts';
import type { QuestionResult } from '../locomo/scoring/question-result.ts';
import { percent } from './percent.ts';

/** From which share of abstaining answers on the overall score is called meaningless. */
const mostly = 0.9;

/** What must be known of answers before their scores are quoted. */
export function answersWarnings(averages: Aggregate, results: readonly QuestionResult[]): readonly string[] {
  return [abstentionWarning(averages), idsWarning(results)].filter((warning) => warning !== undefined);
}

function abstentionWarning({ statuses, abstaining, released }: Aggregate): string | undefined {
  if (statuses.answered === 0 || abstaining <= mostly * statuses.answered) return undefined;
  const { overall, withoutAdversarial, byCategory } = released.f1;
  return (
    `${abstaining} of ${statuses.answered} answers only say that the conversation does not tell. ` +
    `The released scorer takes that as right for each of the ${byCategory[5].count} adversarial questions, so an overall F1 ` +
    `of ${percent(overall.mean)} is earned without any memory and means nothing; without adversarial it is ` +
    `${percent(withoutAdversarial.mean)}.`
  );
}

/** Ids that are none of the data's are never found, so that recall says nothing about a system that has its own. */
function idsWarning(results: readonly QuestionResult[]): string | undefined {
  const known = new Map(
    [...new Set(results.map(({ sample }) => sample))].map((sample) => [
      sample,
      new Set(
        sample.sessions.flatMap(({ number, turns }) => [`S${number}`, ...turns.map((turn) => turn.id)]),
      ),
    ]),
  );
  const ids = results.flatMap(({ sample, given }) => (given.context ?? []).map((id) => ({ sample, id })));
  const strange = ids.filter(({ sample, id }) => known.get(sample)?.has(id) !== true);
  const [example] = strange;
  if (example === undefined) return undefined;
  return (
    `${strange.length} of ${ids.length} retrieved ids name no turn (D3:12) and no session (S3) of their conversation, ` +
    `for example ${JSON.stringify(example.id.slice(0, 40))}; they count as not found.`
  );
}
