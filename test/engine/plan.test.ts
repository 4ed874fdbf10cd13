import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../engine/json.ts';
import type { Overrides } from '../../engine/pipeline/bind.ts';
import { parsePipeline } from '../../engine/pipeline/parse.ts';
import { planRun, type Plan } from '../../engine/pipeline/plan.ts';
import type { AnyStage } from '../../engine/stage.ts';
import { failureOf } from '../support/failure.ts';

/** A stage that makes one kind of record of others and is never run. */
function stage(
  name: string,
  output: string,
  inputs: (settings: object) => { readonly [port: string]: string },
): AnyStage {
  return {
    name,
    version: 1,
    summary: `Makes ${output}.`,
    settings: z.strictObject({
      size: z.int('a whole number').default(1),
      label: z.string('a text').default(''),
      raw: z.boolean('yes or no').default(false),
    }),
    output,
    inputs,
    items: () => [],
    run: () => Promise.resolve([]),
  };
}

const stages = new Map(
  [
    stage('mill', 'flour', () => ({})),
    stage('tap', 'water', () => ({})),
    stage('knead', 'dough', () => ({ flour: 'flour', water: 'water' })),
    // Raw loaves need no oven.
    stage('heat', 'heat', () => ({})),
    stage('bake', 'bread', (settings) => ({
      dough: 'dough',
      ...('raw' in settings && settings.raw === true ? {} : { heat: 'heat' }),
    })),
  ].map((each) => [each.name, each]),
);

const bakery = `
summary: Bakes bread.
params:
  size: 3
  label: { default: rye, about: what is on the bag }
  raw: false
steps:
  flour: { stage: mill, with: { size: $size } }
  bread: { stage: bake, from: [dough, oven], with: { label: $label, raw: $raw } }
  dough: { stage: knead, from: [flour, water] }
  water: { stage: tap }
  oven: { stage: heat }
  spare: { stage: tap, with: { label: nobody asks for it } }
result: bread
`;

function plan(text = bakery, overrides: Partial<Overrides> = {}): Plan {
  const definition = parsePipeline('bakery', { file: 'bakery.yaml', text }, () => undefined);
  return planRun(definition, { params: {}, settings: {}, ...overrides }, stages);
}

const names = ({ steps }: Plan): readonly string[] => steps.map(({ name }) => name);
const settings = (made: Plan, step: string): object | undefined =>
  made.steps.find(({ name }) => name === step)?.settings;

describe('the steps of a plan', () => {
  it('are those that the result needs, each behind what it reads', () => {
    const made = plan();
    expect(names(made)).toEqual(['flour', 'water', 'dough', 'oven', 'bread']);
    expect(made.steps.at(-1)?.inputs).toEqual({ dough: 'dough', heat: 'oven' });
  });

  it('leave out what these settings do not read', () => {
    expect(names(plan(bakery, { params: { raw: 'true' } }))).toEqual(['flour', 'water', 'dough', 'bread']);
  });

  it('read the first of several steps that make what they need', () => {
    const text = bakery.replace('[flour, water]', '[spare, flour, water]');
    expect(plan(text).steps.find(({ name }) => name === 'dough')?.inputs).toEqual({
      flour: 'flour',
      water: 'spare',
    });
  });
});

describe('settings', () => {
  it('come from the file, the parameters and the command line, the latter first', () => {
    expect(settings(plan(), 'flour')).toEqual({ size: 3, label: '', raw: false });
    expect(settings(plan(bakery, { params: { size: '5' } }), 'flour')).toMatchObject({ size: 5 });
    const both = { params: { size: '5' }, settings: { 'flour.size': '7', 'dough.label': 'wet' } };
    expect(settings(plan(bakery, both), 'flour')).toMatchObject({ size: 7 });
    expect(settings(plan(bakery, both), 'dough')).toMatchObject({ label: 'wet' });
    expect(plan(bakery, both).params).toEqual({ size: 5, label: 'rye', raw: false });
  });

  it.each<[string, Json]>([
    ['17', '17'],
    ['true', 'true'],
    ['', ''],
    ['a: b', 'a: b'],
  ])('keep %j a text where the parameter is one', (given, expected) => {
    expect(settings(plan(bakery, { params: { label: given } }), 'bread')).toMatchObject({ label: expected });
  });
});

describe('a plan is refused', () => {
  it.each<[string, string, Partial<Overrides>, object]>([
    [
      'with a parameter of another kind',
      bakery,
      { params: { size: 'many' } },
      { code: 'setting', where: '--size' },
    ],
    [
      'with a fraction for a whole number',
      bakery,
      { params: { size: '1.5' } },
      { code: 'setting', where: '--size' },
    ],
    [
      'with a setting of another kind',
      bakery,
      { settings: { 'dough.size': 'x' } },
      { code: 'setting', where: '--set dough.size' },
    ],
    [
      'with a setting of no step',
      bakery,
      { settings: { 'dugh.size': '1' } },
      { code: 'unknown-step', remedy: expect.stringContaining('Did you mean dough?') },
    ],
    [
      'with a setting that the stage has not',
      bakery,
      { settings: { 'dough.sise': '1' } },
      { code: 'unknown-setting', remedy: expect.stringContaining('Did you mean size?') },
    ],
    ['with a setting without a step', bakery, { settings: { size: '1' } }, { code: 'usage', where: '--set' }],
    [
      'with an unknown parameter',
      bakery,
      { params: { sise: '1' } },
      { code: 'unknown-parameter', where: '--sise' },
    ],
    [
      'with a parameter that nobody declared',
      bakery.replace('$size', '$sice'),
      {},
      { code: 'unknown-parameter', remedy: expect.stringContaining('size') },
    ],
    [
      'with an unknown stage',
      bakery.replace('stage: mill', 'stage: milk'),
      {},
      { code: 'unknown-stage', where: 'bakery.yaml:8:3, step flour' },
    ],
    [
      'with an unknown input',
      bakery.replace('[flour, water]', '[flour, wine]'),
      {},
      { code: 'unknown-step', where: 'bakery.yaml:10:3, dough.from' },
    ],
    [
      'without an input that the stage needs',
      bakery.replace('[flour, water]', '[flour]'),
      {},
      {
        code: 'pipeline',
        message: expect.stringContaining('needs water'),
        remedy: expect.stringContaining('tap'),
      },
    ],
    [
      'whose steps run in a circle',
      bakery.replace('{ stage: tap }', '{ stage: tap, from: bread }'),
      {},
      { code: 'pipeline', message: expect.stringContaining('circle: bread → dough → water → bread') },
    ],
    [
      'with a step that reads itself',
      bakery.replace('{ stage: heat }', '{ stage: heat, from: oven }'),
      {},
      { code: 'pipeline', message: expect.stringContaining('oven → oven') },
    ],
  ])('%s', (_why, text, overrides, expected) => {
    const error = failureOf(() => plan(text, overrides));
    expect(error).toMatchObject({ exitCode: 2, ...expected });
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });
});
