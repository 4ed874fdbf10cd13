import { sha256 } from '../../engine/digest.ts';
import { embeddingText } from '../../locomo/layout.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { evidenceRecall } from '../../locomo/metrics/evidence-recall.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import type { Passage } from '../../locomo/passages/passage.ts';
import type { Question, Sample } from '../../locomo/sample.ts';
import { weighedSum, type FeatureWeights } from '../../retrievers/fused/linear.ts';
import { openPassages, passageFeatures } from '../../retrievers/fused/passage-features.ts';
import type { Question as Prepared } from '../../retrievers/fused/question.ts';
import { kindOf, namedColumns, openConversation, type RankerWeights } from '../../retrievers/fused/ranker.ts';
import { lexicalFeatures, tokenFeatures } from '../../retrievers/fused/features/features.ts';
import { openPassageMatcher, openTokenMatcher } from '../../retrievers/fused/token-matches.ts';
import { createFused } from '../../retrievers/fused.ts';
import { noVectors } from '../../stages/vectors.ts';
import { topHits } from '../../retrievers/top-hits.ts';
import { embeddingAhead } from './embedding-ahead.ts';
import { fitRanker, type RankerSettings, type RankingExample } from './fit-ranker.ts';
import { fusedFile, type FusedFigures } from './fused-file.ts';

type Columns = readonly { readonly name: string; readonly values: ArrayLike<number> }[];

/** A question with the features of all turns. */
interface Asked {
  readonly question: Question;
  readonly prepared: Prepared;
  readonly columns: Columns;
}

/** A conversation, its questions with evidence, and its other databases. */
interface Opened {
  readonly sample: Sample;
  readonly turnIds: readonly string[];
  readonly asked: readonly Asked[];
  readonly databases: readonly {
    readonly kind: 'cited' | 'sessions';
    readonly passages: readonly Passage[];
    readonly columnsOf: ReturnType<typeof openPassages>;
    /** How near the passages' own token vectors come, by question; empty without any. */
    readonly ownTokens: ReadonlyMap<Question, Float64Array>;
  }[];
}

/** Turns that a fit looks at besides those that are wanted: the best by a plain sum of the first features. */
const candidates = 200;
const forTurns: RankerSettings = { iterations: 300, stepSize: 0.1, ridge: 1e-4 };
const forFold: RankerSettings = { ...forTurns, iterations: 80 };
const forPassages: RankerSettings = { iterations: 200, stepSize: 0.05, ridge: 1e-4 };
const objective =
  'each evidence turn wins a softmax against all turns that are no evidence, ridge 0.0001; passages likewise';

/** Fits the weights of `fused` on all conversations, and on all but each; returns the file that holds them. */
export async function fitFused(bytes: Uint8Array, fileName: string, embedder: string): Promise<string> {
  const { samples } = loadDataset(bytes, fileName);
  const features = embedder === 'none' ? lexicalFeatures : [...lexicalFeatures, ...tokenFeatures];
  const names = features.map(({ name }) => name);
  const own = passageFeatures.filter((name) => embedder !== 'none' || name !== 'ownTokens');
  const opened: Opened[] = [];
  const ahead = embeddingAhead(embedder);
  for (const sample of samples) opened.push(await open(sample, features, embedder, ahead));

  const turnsOf = new Map(opened.map((one) => [one, turnExamples(one, names)]));
  const fitTurns = (part: readonly Opened[], start: readonly number[], settings: RankerSettings): number[] =>
    fitRanker(
      part.flatMap((one) => turnsOf.get(one) ?? []),
      start,
      settings,
    );
  const fitAll = (part: readonly Opened[], turns: readonly number[]): RankerWeights => {
    const turnWeights = named(names, turns);
    const passages = (kind: 'cited' | 'sessions'): FeatureWeights =>
      named(
        own,
        fitRanker(
          part.flatMap((one) => passageExamples(one, kind, turnWeights, own)),
          own.map(() => 0.5),
          forPassages,
        ),
      );
    return { turns: turnWeights, cited: passages('cited'), sessions: passages('sessions') };
  };

  const all = fitTurns(
    opened,
    names.map(() => 0.5),
    forTurns,
  );
  const weights = fitAll(opened, all);
  const folds = new Map<string, RankerWeights>();
  for (const held of opened) {
    const others = opened.filter((one) => one !== held);
    folds.set(held.sample.sampleId, fitAll(others, fitTurns(others, all, forFold)));
  }
  const figures = (of: (sampleId: string) => RankerWeights): FusedFigures => ({
    dialog: recallOf(opened, 'turns', [5, 10, 25, 50], of),
    observation: recallOf(opened, 'cited', [5, 10, 25, 50], of),
    summary: recallOf(opened, 'sessions', [2, 5, 10], of),
  });
  return fusedFile({
    embedder,
    data: sha256(bytes),
    questions: opened.reduce((sum, { asked }) => sum + asked.length, 0),
    objective,
    loco: figures((id) => folds.get(id) ?? weights),
    fitted: figures(() => weights),
    weights,
    folds,
  });
}

async function open(
  sample: Sample,
  features: typeof lexicalFeatures,
  embedder: string,
  ahead: ReturnType<typeof embeddingAhead>,
): Promise<Opened> {
  const asked = sample.questions.filter(({ evidence }) => evidence.length > 0);
  const corpora = (['dialog', 'observation', 'summary'] as const).map((database) => ({
    ...sample,
    passages: buildPassages(sample, database),
  }));
  let vectors = noVectors;
  for (const corpus of corpora)
    vectors = await ahead(
      createFused({ embedder }),
      corpus,
      asked.map(({ question }) => ({ text: question })),
    );
  const { signal } = new AbortController();
  const opened = await openConversation(
    sample,
    features,
    embedder === 'none' ? undefined : (conversation) => openTokenMatcher(conversation, vectors, signal),
  );
  const prepared: Asked[] = [];
  for (const question of asked) {
    const tokens = embedder === 'none' ? undefined : await vectors.tokens(question.question, 'query');
    const ready = await opened.prepare(question.question, tokens);
    const columns = opened
      .columns(ready)
      .map(({ name, values }) => ({ name, values: Float32Array.from(values) }));
    // What the matcher found is in the columns; kept, it would fill the memory.
    prepared.push({ question, prepared: { ...ready, tokens: undefined }, columns });
  }
  const databases: Opened['databases'][number][] = [];
  for (const { passages } of corpora.slice(1)) {
    const kind = kindOf({ passages }) === 'sessions' ? 'sessions' : 'cited';
    const ownTokens = new Map<Question, Float64Array>();
    if (embedder !== 'none') {
      const texts = passages.map(embeddingText);
      const matches = await openPassageMatcher(texts, opened.conversation, vectors, signal);
      for (const question of asked)
        ownTokens.set(question, await matches(await vectors.tokens(question.question, 'query')));
    }
    const columnsOf = openPassages({ passages }, opened.conversation);
    databases.push({ kind, passages, columnsOf, ownTokens });
  }
  return {
    sample,
    turnIds: opened.conversation.turns.map(({ turn }) => turn.id),
    asked: prepared,
    databases,
  };
}

function turnExamples({ turnIds, asked }: Opened, names: readonly string[]): readonly RankingExample[] {
  const placeOf = new Map(turnIds.map((id, place) => [id, place]));
  return asked.map(({ question, columns }) => {
    const wanted = [...new Set(question.evidenceTurns.flatMap((id) => placeOf.get(id) ?? []))];
    const plain = weighedSum(
      turnIds.length,
      columns,
      Object.fromEntries(names.map((name) => [name, plainly.has(name) ? 1 : 0])),
    );
    const kept = new Set([...topHits(plain, candidates).map(({ position }) => position), ...wanted]);
    return exampleOf(
      [...kept].toSorted((a, b) => a - b),
      wanted,
      columns,
    );
  });
}

/** The features that candidates are chosen by. */
const plainly: ReadonlySet<string> = new Set(['coverage', 'windowWords', 'softCoverage']);

function passageExamples(
  { asked, turnIds, databases }: Opened,
  wantedKind: 'cited' | 'sessions',
  turns: FeatureWeights,
  own: readonly string[],
): readonly RankingExample[] {
  const found = databases.find(({ kind }) => kind === wantedKind);
  if (found === undefined) return [];
  const { passages, columnsOf, ownTokens } = found;
  return asked.map(({ question, prepared, columns }) => {
    const evidence = new Set(question.evidenceTurns);
    const wanted = passages.flatMap((passage, place) =>
      passage.turnIds.some((id) => evidence.has(id)) ? [place] : [],
    );
    const scores = weighedSum(turnIds.length, columns, turns);
    const all = namedColumns(columnsOf(prepared, scores, ownTokens.get(question)));
    return exampleOf(
      [...passages.keys()],
      wanted,
      all.filter(({ name }) => own.includes(name)),
    );
  });
}

function exampleOf(places: readonly number[], wanted: readonly number[], columns: Columns): RankingExample {
  const features = new Float32Array(places.length * columns.length);
  for (const [row, place] of places.entries())
    for (const [column, { values }] of columns.entries())
      features[row * columns.length + column] = values[place] ?? 0;
  const rowOf = new Map(places.map((place, row) => [place, row]));
  return { features, rows: places.length, wanted: wanted.flatMap((place) => rowOf.get(place) ?? []) };
}

/** Mean recall at each depth over the questions with evidence, each ranked by the weights for its conversation. */
function recallOf(
  opened: readonly Opened[],
  kind: 'turns' | 'cited' | 'sessions',
  depths: readonly number[],
  weightsFor: (sampleId: string) => RankerWeights,
): readonly number[] {
  const totals = depths.map(() => 0);
  let questions = 0;
  for (const { sample, turnIds, asked, databases } of opened) {
    const weights = weightsFor(sample.sampleId);
    const database = databases.find((each) => each.kind === kind);
    for (const { question, prepared, columns } of asked) {
      const turnScores = weighedSum(turnIds.length, columns, weights.turns);
      const scores =
        database === undefined || kind === 'turns'
          ? turnScores
          : weighedSum(
              database.passages.length,
              namedColumns(database.columnsOf(prepared, turnScores, database.ownTokens.get(question))),
              weights[kind],
            );
      const ranked = topHits(scores, Math.max(...depths)).map(({ position }) =>
        database === undefined ? [turnIds[position] ?? ''] : (database.passages[position]?.evidenceIds ?? []),
      );
      questions += 1;
      for (const [index, depth] of depths.entries())
        totals[index] =
          (totals[index] ?? 0) + evidenceRecall(question.evidence, ranked.slice(0, depth).flat());
    }
  }
  return totals.map((total) => Math.round((1000 * total) / questions) / 10);
}

/** Weights by name, to three places: so many stand in the file. */
function named(names: readonly string[], values: readonly number[]): FeatureWeights {
  return Object.fromEntries(
    names.map((name, index) => [name, Math.round((values[index] ?? 0) * 1000) / 1000]),
  );
}
