import { z } from 'zod';
import { nothing } from '../engine/forecast.ts';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import { calibrationSet } from '../locomo/scoring/calibration-set.ts';
import { whyNotJudged } from '../locomo/scoring/judgeable.ts';
import type { Judge, JudgeRequest } from '../models/judge.ts';
import type { AnswerRecord, SampleRecord, VerdictRecord } from './records.ts';
import { chatSettings, wholeNumber } from './settings.ts';

const whoJudges = 'the judge to be named with --judge openai:<model>, for there is no default';

const settings = z.strictObject({
  /** Whoever judges is named by the user: a score by an unknown judge says nothing. */
  judge: z.string(whoJudges).min(1, whoJudges),
  rubric: z.enum(['strict', 'lenient']).default('strict'),
  /** How often each answer is judged. */
  repeats: wholeNumber(1).default(1),
  /** Whether the judge is also given the calibration set, whose verdicts are known. */
  calibrate: z.boolean('true or false').default(true),
  ...chatSettings,
});

/** The settings of a judge step as the schema returns them. */
export type JudgeStepSettings = z.infer<typeof settings>;

/** Has a chat model judge each answer against the gold one, and the calibration set beside them. */
export const judge: Stage<
  JudgeStepSettings,
  { dataset: SampleRecord; answers: AnswerRecord },
  JudgeRequest,
  Pick<VerdictRecord, 'verdict' | 'raw'>,
  { judge: Judge & Service; prompts: Service }
> = {
  name: 'judge',
  version: 1,
  summary: 'Has a stated model judge each answer against the gold one, by a strict or a lenient rubric.',
  settings,
  keyless: ['baseUrl', 'dtype', 'prompts'],
  output: 'verdicts',
  inputs: () => ({ dataset: 'samples', answers: 'answers' }),
  services({ repeats: _repeats, calibrate: _calibrate, ...options }) {
    return {
      judge: { kind: 'judge', options },
      prompts: { kind: 'judge-prompts', options, listsOnly: true },
    };
  },
  async *items({ dataset, answers }, { repeats, calibrate }, services) {
    // The same words under the same rubric get the same verdict, whichever question they belong to.
    const judged = (request: JudgeRequest, repeat: number) => ({
      input: request,
      key: { repeat, asks: services.judge.promptOf(request) },
    });
    for await (const { sampleId, questions } of dataset.records()) {
      for (const asked of questions) {
        const [answered] = (await answers.find(`${sampleId}/${asked.index}`)) ?? [];
        const { answer: gold, question } = asked;
        const answer = answered?.prediction ?? null;
        if (gold === null || answer === null || whyNotJudged(asked, answer) !== undefined) continue;
        for (let repeat = 1; repeat <= repeats; repeat++)
          yield {
            id: { sampleId, qaIndex: asked.index, repeat },
            ...judged({ question, gold, answer }, repeat),
          };
      }
    }
    if (!calibrate) return;
    for (const { id, kind, expected, question, gold, answer } of calibrationSet())
      yield {
        id: { calibration: id, repeat: 1 },
        carry: { kind, expected },
        ...judged({ question, gold, answer }, 1),
      };
  },
  async forecast([request], { services }) {
    return request === undefined ? nothing : services.judge.forecast(request);
  },
  async run(request, context) {
    const { verdict, raw } = await context.services.judge.judge(request, context);
    return [{ verdict, raw }];
  },
};
