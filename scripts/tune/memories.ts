import { evidenceCoverage } from '../../locomo/dataset/coverage.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { evidenceRecall } from '../../locomo/metrics/evidence-recall.ts';
import type { Database } from '../../locomo/passages/passage.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import type { Sample } from '../../locomo/sample.ts';
import { words } from '../../locomo/text/tokens.ts';
import { quietCall } from '../../models/call-context.ts';
import { createExtractiveReader } from '../../models/extractive/reader.ts';
import { createExtractiveObservations } from '../../models/memory/extractive-observations.ts';
import { createExtractiveSummaries } from '../../models/memory/extractive-summaries.ts';
import type { SessionRequest, Written } from '../../models/memory/memory-writer.ts';
import { alignNumbers } from '../../report/columns.ts';
import { askAll, retrieverName, type Asked } from './ask.ts';
import { embeddingAhead, type EmbedAhead } from './embedding-ahead.ts';
import { answerable, measure, share } from './measure.ts';
import { fittedOn } from './reader.ts';

const k = 10;
const sources: readonly (readonly [database: Database, source: 'released' | 'extractive'])[] = [
  ['dialog', 'released'],
  ['observation', 'released'],
  ['observation', 'extractive'],
  ['summary', 'released'],
  ['summary', 'extractive'],
  ['facts', 'released'],
  ['notes', 'released'],
  ['windows', 'released'],
  ['sessions', 'released'],
];
const head = ['', 'passages', 'words', 'coverage %', `recall@${k} %`, `words in ${k}`, 'F1 %'];

/** A table of the memories that the extractive writers make beside the released ones, on both halves. */
export async function reportMemories(bytes: Uint8Array, fileName: string, embedder: string): Promise<string> {
  const { samples } = loadDataset(bytes, fileName);
  const written = await Promise.all(samples.map(withExtractiveMemories));
  const embedAhead = embeddingAhead(embedder);
  const rows: string[][] = [];
  for (const [database, source] of sources) {
    const all = source === 'released' ? samples : written;
    const halves = [
      ['fitted', all.filter(({ sampleId }) => fittedOn.includes(sampleId))],
      ['held out', all.filter(({ sampleId }) => !fittedOn.includes(sampleId))],
      ['all', all],
    ] as const;
    for (const [half, part] of halves)
      rows.push([
        `${database}, ${source}, ${half}`,
        ...(await cellsOf(part, database, embedder, embedAhead)),
      ]);
  }
  return `extractive writers beside the released memories; ${retrieverName} (embedder ${embedder}), released recall, F1 of the extractive reader on categories 1–4\n${alignNumbers([head, ...rows])}`;
}

/** The conversation with the memories of the extractive writers in place of its own. */
export async function withExtractiveMemories(sample: Sample): Promise<Sample> {
  const { speakers, sessions } = sample;
  const observer = createExtractiveObservations();
  const summariser = createExtractiveSummaries();
  const written = await Promise.all(
    sessions.map(async ({ number: session, dateTime, turns }) => {
      const request: SessionRequest = { speakers, dateTime, turns };
      const observed: Written = await observer.write(request, quietCall);
      const summed: Written = await summariser.write(request, quietCall);
      return {
        observations:
          'statements' in observed ? observed.statements.map((made) => ({ session, ...made })) : [],
        summaries: 'summary' in summed ? [{ session, text: summed.summary }] : [],
      };
    }),
  );
  return {
    ...sample,
    observations: written.flatMap(({ observations }) => observations),
    summaries: written.flatMap(({ summaries }) => summaries),
  };
}

async function cellsOf(
  samples: readonly Sample[],
  database: Database,
  embedder: string,
  embedAhead: EmbedAhead,
): Promise<string[]> {
  const built = samples.map((sample) => ({ sample, passages: buildPassages(sample, database) }));
  const passages = built.flatMap((conversation) => conversation.passages);
  const asked = await askAll(samples, database, k, embedder, embedAhead);
  const measured = await measure(createExtractiveReader(), asked);
  return [
    String(passages.length),
    String(wordsIn(passages)),
    percent(evidenceCoverage(built, 'released').mean ?? 0),
    percent(meanOf(asked.map(recallOf))),
    meanOf(asked.map(({ request }) => wordsIn(request.passages))).toFixed(0),
    percent(share(answerable(measured))),
  ];
}

function recallOf({ question, request }: Asked): number {
  return evidenceRecall(
    question.evidence,
    request.passages.flatMap(({ evidenceIds }) => evidenceIds),
  );
}

const wordsIn = (passages: readonly { readonly text: string }[]): number =>
  passages.reduce((sum, { text }) => sum + words(text).length, 0);

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const percent = (value: number): string => (100 * value).toFixed(1);
