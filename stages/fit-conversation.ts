import { z } from 'zod';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import {
  fitConversation as fit,
  truncationPolicies,
  type TruncationPolicy,
} from '../locomo/context/fit-conversation.ts';
import { buildPassages } from '../locomo/passages/build-passages.ts';
import type { Session } from '../locomo/sample.ts';
import type { ContextWindow } from '../models/context-window.ts';
import type { FittedRecord, SampleRecord } from './records.ts';
import { name, wholeNumber } from './settings.ts';

const settings = z.strictObject({
  /** Whose tokens are counted. */
  model: name,
  truncation: z.enum(truncationPolicies).default('released'),
  /** Tokens of the conversation and its questions; as many as the model takes where absent. */
  contextTokens: wholeNumber(1).nullable().default(null),
  /** Questions in one call: the released code leaves 50 tokens for each. */
  batchSize: wholeNumber(1).default(1),
});

const perQuestion = 50;

interface Input {
  readonly sessions: readonly Session[];
  readonly truncation: TruncationPolicy;
  /** Tokens that the conversation may have; null where there is no limit. */
  readonly limit: number | null;
}

/** Cuts each conversation to the tokens that a model takes. */
export const fitConversation: Stage<
  z.infer<typeof settings>,
  { dataset: SampleRecord },
  Input,
  Omit<FittedRecord, 'sampleId'>,
  { window: ContextWindow & Service }
> = {
  name: 'fit-conversation',
  version: 1,
  summary: 'Cuts each conversation to the tokens that the model takes.',
  settings,
  output: 'conversations',
  inputs: () => ({ dataset: 'samples' }),
  services: ({ model, truncation, contextTokens }) => ({
    window: {
      kind: 'window',
      options: { model, isLimited: truncation !== 'none' && contextTokens === null },
    },
  }),
  async *items({ dataset }, { truncation, contextTokens, batchSize }, { window }) {
    const whole = contextTokens ?? window.tokens;
    const limit =
      truncation === 'none' || whole === null ? null : Math.max(0, whole - perQuestion * batchSize);
    for await (const { sampleId, sessions } of dataset.records())
      yield { id: { sampleId }, input: { sessions, truncation, limit } };
  },
  async run({ sessions, truncation, limit }, { services }) {
    const turns = buildPassages({ sessions, observations: [], summaries: [] }, 'dialog');
    const count = limit === null ? () => 0 : await services.window.counter();
    // What is shown shapes the answers, and not what it was measured by.
    const { passages } = fit(turns, truncation, limit, count);
    return [{ passages, turns: turns.length }];
  },
};
