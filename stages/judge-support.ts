import { z } from 'zod';
import { digestOf } from '../engine/digest.ts';
import { nothing } from '../engine/forecast.ts';
import type { Service } from '../engine/service.ts';
import type { Stage } from '../engine/stage.ts';
import { turnText } from '../locomo/layout.ts';
import { supportOf } from '../locomo/lint/support.ts';
import type { Session } from '../locomo/sample.ts';
import type { Judge, SupportRequest } from '../models/judge.ts';
import type { ObservationRecord, SampleRecord, SupportRecord } from './records.ts';
import { chatSettings, wholeNumber } from './settings.ts';

const whoJudges = 'the judge to be named with --judge openai:<model>, for there is no default';

const settings = z.strictObject({
  judge: z.string(whoJudges).min(1, whoJudges),
  /** How many observations are judged, drawn from all; null for all of them. */
  draw: wholeNumber(1).nullable().default(100),
  /** Draws them. */
  seed: wholeNumber(0).default(0),
  ...chatSettings,
});
type Settings = z.infer<typeof settings>;

/** An observation and what it is held against. */
interface Drawn {
  readonly id: { readonly sampleId: string; readonly session: number; readonly observation: number };
  readonly carry: Pick<SupportRecord, 'text' | 'turnIds' | 'lexical'>;
  readonly input: SupportRequest;
}

/** Has a chat model say whether the turns that observations cite bear them out. */
export const judgeSupport: Stage<
  Settings,
  { dataset: SampleRecord; observations: ObservationRecord },
  SupportRequest,
  Pick<SupportRecord, 'verdict' | 'raw'>,
  { judge: Judge<SupportRequest> & Service; prompts: Service }
> = {
  name: 'judge-support',
  version: 1,
  summary: 'Has a stated model judge whether the cited turns bear an observation out.',
  settings,
  keyless: ['baseUrl', 'dtype', 'prompts'],
  output: 'supports',
  inputs: () => ({ dataset: 'samples', observations: 'observations' }),
  services({ draw: _draw, seed: _seed, ...options }) {
    return {
      judge: { kind: 'support-judge', options },
      prompts: { kind: 'support-judge-prompts', options, listsOnly: true },
    };
  },
  async *items({ dataset, observations }, { draw, seed }, services) {
    const all: Drawn[] = [];
    for await (const sample of dataset.records())
      for (const session of sample.sessions) {
        const found = (await observations.find(`${sample.sampleId}/${session.number}`)) ?? [];
        for (const [index, observation] of found.entries())
          if (observation.apart === undefined) all.push(drawnOf(sample, session, observation, index + 1));
      }
    for (const item of drawnFrom(all, draw, seed))
      yield { ...item, key: { asks: services.judge.promptOf(item.input) } };
  },
  async forecast([request], { services }) {
    return request === undefined ? nothing : services.judge.forecast(request);
  },
  async run(request, context) {
    const { verdict, raw } = await context.services.judge.judge(request, context);
    return [{ verdict, raw }];
  },
};

function drawnOf(
  { sampleId, speakers }: SampleRecord,
  { number, dateTime, turns }: Session,
  { text, turnIds }: ObservationRecord,
  observation: number,
): Drawn {
  const cited = turns.filter(({ id }) => turnIds.includes(id));
  return {
    id: { sampleId, session: number, observation },
    carry: { text, turnIds, lexical: supportOf(text, cited, speakers) },
    input: {
      speakers: speakers.join(' and '),
      date: dateTime,
      turns: cited.map(turnText).join('\n'),
      statement: text,
    },
  };
}

/** So many of them, in their order; a larger draw holds a smaller one of the same seed. */
function drawnFrom(all: readonly Drawn[], draw: number | null, seed: number): readonly Drawn[] {
  if (draw === null || draw >= all.length) return all;
  const places = all.map(({ id }, place) => ({ place, lot: digestOf({ seed, ...id }) }));
  const chosen = places.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, draw);
  const kept = new Set(chosen.map(({ place }) => place));
  return all.filter((_, place) => kept.has(place));
}
