import { sha256 } from '../../engine/digest.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { createExtractiveReader } from '../../models/extractive/reader.ts';
import { type SpanFeature, spanFeatures } from '../../models/extractive/span-features.ts';
import { askAll, retrieverName } from './ask.ts';
import { constantsFile } from './constants-file.ts';
import { embeddingAhead } from './embedding-ahead.ts';
import { type FitSettings, fitLogLinear } from './fit-log-linear.ts';
import { measure } from './measure.ts';
import { measuredTable } from './report.ts';
import { spanExample } from './span-examples.ts';

/** The conversations that the constants are fitted on; the other five are held out. */
export const fittedOn: readonly string[] = ['conv-26', 'conv-30', 'conv-41', 'conv-42', 'conv-43'];

/** Chosen on the fitted conversations alone, leaving each of them out in turn. */
const settings: FitSettings = { iterations: 60, stepSize: 0.15, ridge: 2e-4, floor: 0.02 };
const passages = { database: 'dialog', k: 10 } as const;

/** Fits the span weights to the fitted half of a data file; the text of the constants file. */
export async function fitReader(bytes: Uint8Array, fileName: string): Promise<string> {
  const samples = loadDataset(bytes, fileName).samples.filter(({ sampleId }) => fittedOn.includes(sampleId));
  const asked = await askAll(samples, passages.database, passages.k);
  const examples = asked.flatMap((question) => spanExample(question) ?? []);
  // Begins where a better sentence is a better place; all else is learnt.
  const start = spanFeatures.map((name) => (name === 'sentence' ? 2 : 0));
  const weights = fitLogLinear(examples, start, settings);
  const named: Partial<Record<SpanFeature, number>> = {};
  for (const [index, name] of spanFeatures.entries()) named[name] = Number(weights[index]?.toFixed(2));
  return constantsFile(
    {
      data: sha256(bytes),
      conversations: samples.map(({ sampleId }) => sampleId),
      questions: examples.length,
      passages: `${passages.database}, ${retrieverName} without vectors, k = ${passages.k}`,
      objective: `mean log(${settings.floor} + expected squared F1), ridge ${settings.ridge}`,
    },
    named,
  );
}

/** Tables of what the reader reaches on the fitted and the held-out half. */
export async function reportReader(bytes: Uint8Array, fileName: string, embedder = 'none'): Promise<string> {
  const { samples } = loadDataset(bytes, fileName);
  const reader = createExtractiveReader();
  const embedAhead = embeddingAhead(embedder);
  const tables: string[] = [];
  for (const database of ['dialog', 'observation'] as const) {
    const asked = await askAll(samples, database, passages.k, embedder, embedAhead);
    const fitted = asked.filter(({ sampleId }) => fittedOn.includes(sampleId));
    const heldOut = asked.filter(({ sampleId }) => !fittedOn.includes(sampleId));
    const columns = [
      ['fitted', await measure(reader, fitted)],
      ['held out', await measure(reader, heldOut)],
    ] as const;
    tables.push(
      `extractive reader, ${database}@${passages.k} by ${retrieverName} (embedder ${embedder}); released score × 100 (questions)\n${measuredTable(columns)}`,
    );
  }
  return tables.join('\n\n');
}
