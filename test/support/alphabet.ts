import { z } from 'zod';
import type { RunEvent, StepOutcome } from '../../engine/events.ts';
import { parsePipeline } from '../../engine/pipeline/parse.ts';
import { planRun, type Plan } from '../../engine/pipeline/plan.ts';
import { runPlan } from '../../engine/run/run-plan.ts';
import type { ServiceProvider } from '../../engine/service.ts';
import type { AnyStage, NoServices, RunContext, Stage } from '../../engine/stage.ts';
import type { ArtifactReader } from '../../engine/store/artifact.ts';
import { Store } from '../../engine/store/store.ts';

/** A small pipeline that knows nothing of LoCoMo: letters get their places in the alphabet, places are summed. */
const pipeline = `
summary: Sums the places of letters in the alphabet.
params:
  letters: abcd
steps:
  places: { stage: place, with: { letters: $letters } }
  total: { stage: total, from: places }
result: total
`;

/** What a test may do while a letter is worked on. */
export type OnLetter = (letter: string, context: RunContext<NoServices>) => void | Promise<void>;

const placeSettings = z.strictObject({ letters: z.string() });

/** One item a letter; its record holds the place in the alphabet. */
export function placeStage(onLetter: OnLetter = () => undefined, version = 1) {
  return {
    name: 'place',
    version,
    summary: 'Gives letters their places.',
    settings: placeSettings,
    output: 'places',
    inputs: () => ({}),
    *items(_inputs, { letters }) {
      for (const [index, letter] of [...letters].entries())
        yield { id: { index }, carry: { letter }, input: { letter } };
    },
    async run({ letter }, context) {
      await onLetter(letter, context);
      return [{ place: letter.charCodeAt(0) - 96 }];
    },
  } satisfies Stage<z.infer<typeof placeSettings>, object, { letter: string }, { place: number }, NoServices>;
}

const totalSettings = z.strictObject({});

const totalStage: Stage<
  z.infer<typeof totalSettings>,
  { places: { place: number } },
  { places: readonly number[] },
  { total: number },
  NoServices
> = {
  name: 'total',
  version: 1,
  summary: 'Sums places.',
  settings: totalSettings,
  output: 'totals',
  inputs: () => ({ places: 'places' }),
  async *items({ places: artifact }) {
    const places: number[] = [];
    for await (const { place } of artifact.records()) places.push(place);
    yield { id: { of: 'all' }, input: { places } };
  },
  run: async ({ places }) => [{ total: places.reduce((sum, place) => sum + place, 0) }],
};

/** Services for stages that ask for none. */
export const noServices: ServiceProvider = {
  get() {
    throw new Error('no stage asked for a service');
  },
};

export interface AlphabetOptions {
  readonly letters?: string;
  readonly concurrency?: number;
  readonly overwrite?: readonly string[];
  readonly stopping?: AbortSignal;
  readonly signal?: AbortSignal;
}

/** What a run of the small pipeline came to. */
export interface AlphabetRun {
  readonly places: ArtifactReader<{ letter: string; place: number }>;
  readonly total: number | undefined;
  /** Items computed, by step. */
  readonly computed: { readonly [step: string]: number };
  readonly steps: readonly StepOutcome[];
  readonly events: readonly RunEvent[];
}

/** The plan of the small pipeline, with another stage in the place of `place`. */
export function alphabetPlan(place: AnyStage = placeStage(), letters = 'abcd'): Plan {
  const definition = parsePipeline('alphabet', { file: 'alphabet.yaml', text: pipeline }, () => undefined);
  const stages = new Map<string, AnyStage>([
    ['place', place],
    ['total', totalStage],
  ]);
  return planRun(definition, { params: { letters }, settings: {} }, stages);
}

/** Runs the small pipeline in the store of a folder. */
export async function runAlphabet(
  folder: string,
  place: AnyStage = placeStage(),
  options: AlphabetOptions = {},
): Promise<AlphabetRun> {
  const never = new AbortController().signal;
  const events: RunEvent[] = [];
  const { artifacts, steps } = await runPlan(alphabetPlan(place, options.letters), {
    store: await Store.open(folder),
    services: noServices,
    concurrency: options.concurrency ?? 2,
    overwrite: new Set(options.overwrite),
    report: (event) => events.push(event),
    stopping: options.stopping ?? never,
    signal: options.signal ?? never,
  });
  let total: number | undefined;
  for await (const record of (artifacts.get('total') as ArtifactReader<{ total: number }>).records())
    total = record.total;
  return {
    places: artifacts.get('places') as AlphabetRun['places'],
    total,
    computed: Object.fromEntries(steps.map(({ step, computed }) => [step, computed])),
    steps,
    events,
  };
}

/** The warnings among events. */
export function warningsOf(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
}
