import { z } from 'zod';
import type { NoServices, Stage } from '../../engine/stage.ts';
import type { SampleRecord } from '../../stages/records.ts';

const settings = z.strictObject({ longerThan: z.int('a whole number').default(3) });

interface Input {
  readonly longerThan: number;
  readonly texts: readonly string[];
}

/** Counts the long words of each conversation. */
export const countWords: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord },
  Input,
  { words: number },
  NoServices
> = {
  name: 'count-words',
  version: 1,
  summary: 'Counts the words of each conversation that are longer than so many letters.',
  settings,
  output: 'word-counts',
  inputs: () => ({ dataset: 'samples' }),
  async *items({ dataset }, { longerThan }) {
    for await (const { sampleId, sessions } of dataset.records()) {
      const texts = sessions.flatMap(({ turns }) => turns.map(({ text }) => text));
      yield { id: { sampleId }, input: { longerThan, texts } };
    }
  },
  async run({ longerThan, texts }) {
    const words = texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []);
    return [{ words: words.filter((word) => word.length > longerThan).length }];
  },
};
