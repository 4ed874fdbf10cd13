import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Overrides } from '../../engine/pipeline/bind.ts';
import { parsePipeline } from '../../engine/pipeline/parse.ts';
import { planRun, type Plan } from '../../engine/pipeline/plan.ts';
import { findPipeline } from '../../pipelines/find.ts';
import { stages } from '../../stages/registry.ts';
import { failureOf } from '../support/failure.ts';

function plan(text: string, given: Partial<Overrides> = {}): Plan {
  const pipeline = parsePipeline('own', { file: 'own.yaml', text }, () => undefined);
  return planRun(pipeline, { params: {}, settings: {}, ...given }, stages);
}

/** The plan of the base pipeline that ships. */
function ragPlan(params: Overrides['params'] = {}, settings: Overrides['settings'] = {}): Plan {
  return planRun(findPipeline('rag'), { params, settings }, stages);
}

const names = ({ steps }: Plan): string[] => steps.map(({ name }) => name);
const settingsOf = ({ steps }: Plan, step: string): object | undefined =>
  steps.find(({ name }) => name === step)?.settings;

describe('a plan', () => {
  it.each([
    ['dialog', 'bm25', ['dataset', 'passages', 'ranking', 'answers', 'scores']],
    ['observation', 'bm25', ['dataset', 'observations', 'passages', 'ranking', 'answers', 'scores']],
    ['summary', 'bm25', ['dataset', 'summaries', 'passages', 'ranking', 'answers', 'scores']],
    ['dialog', 'dense', ['dataset', 'passages', 'vectors', 'index', 'ranking', 'answers', 'scores']],
  ])('over %s with %s has the steps that are needed and no others', (database, retriever, expected) => {
    expect(names(ragPlan({ database, retriever }))).toEqual(expected);
  });

  it('takes values by the kind of the default: numbers as numbers, texts as texts', () => {
    const { params } = ragPlan({ 'top-k': '7', limit: '3', model: '123', samples: '12' });
    expect(params).toMatchObject({ 'top-k': 7, limit: 3, model: '123', samples: '12' });
  });

  it('lets --set win over the pipeline and over parameters', () => {
    const planned = ragPlan({ 'top-k': '7' }, { 'answers.topK': '9', 'answers.seed': '4' });
    expect(settingsOf(planned, 'answers')).toMatchObject({ topK: 9, seed: 4 });
  });

  it('ranks deeper where k asks for it', () => {
    expect(settingsOf(ragPlan({ 'top-k': '7' }), 'ranking')).toMatchObject({ depth: 50 });
    expect(settingsOf(ragPlan({ 'top-k': '70' }), 'ranking')).toMatchObject({ depth: 70 });
  });
});

describe('what the user gives is refused where it is no value', () => {
  const range = 'Expected a whole number of at least 1';

  it.each([
    '0',
    '-1',
    '2.5',
    'abc',
    'two',
    '',
    ' ',
    '~',
    'null',
    '[1]',
    '[1',
    '{a: ',
    '"',
    '1e400',
    '.nan',
    '!!x y',
  ])('--top-k "%s"', (text) => {
    const failure = failureOf(() => ragPlan({ 'top-k': text }));
    expect(failure.message).toMatch(new RegExp(`^${range}, found .+\\.$`));
    expect([failure.where, failure.exitCode]).toEqual(['--top-k', 2]);
    expect(failure.remedy).toBe('--top-k: passages that a question is answered from (default: 10).');
  });

  it.each([
    ['limit', '0', range],
    ['limit', '', range],
    ['limit', 'abc', range],
    ['retriever', '', 'Expected a name'],
    ['model', '', 'Expected a name'],
  ])('--%s "%s"', (name, text, message) => {
    const failure = failureOf(() => ragPlan({ [name]: text }));
    expect(failure.where).toBe(`--${name}`);
    expect(failure.message).toContain(message);
  });

  it.each([
    ['a database', { database: 'dialogs' }, {}, '--database', 'dialog'],
    ['a retriever', { retriever: 'bm52' }, {}, '--retriever', 'bm25'],
    ['a parameter', { topk: '3' }, {}, '--topk', 'top-k'],
    ['a step', {}, { 'rankin.depth': '3' }, '--set rankin.depth', 'ranking'],
    ['a setting', {}, { 'ranking.dept': '3' }, '--set ranking.dept', 'depth'],
    [
      'a value of a setting',
      {},
      { 'observations.source': 'relased' },
      '--set observations.source',
      'released',
    ],
  ])('%s that is not known, with the nearest', (_, params, settings, where, near) => {
    const failure = failureOf(() => ragPlan(params, settings));
    expect([failure.where, failure.exitCode]).toEqual([where, 2]);
    expect(failure.remedy).toContain(`Did you mean ${near}?`);
  });

  it.each(['ranking', 'ranking.', '.depth', 'ranking.depth.more', ''])('--set "%s=3"', (place) => {
    const failure = failureOf(() => ragPlan({}, { [place]: '3' }));
    expect([failure.code, failure.where]).toEqual(['usage', '--set']);
    expect(failure.message).toContain(`${place}=3`);
  });

  it.each(['__proto__', 'constructor', 'toString'])('--set ranking.%s=3', (setting) => {
    const settings = Object.fromEntries([[`ranking.${setting}`, '3']]);
    expect(failureOf(() => ragPlan({}, settings)).code).toBe('unknown-setting');
  });

  it.each(['0', 'abc', '', '[1', 'true'])('--set ranking.depth=%s', (text) => {
    const failure = failureOf(() => ragPlan({}, { 'ranking.depth': text }));
    expect(failure.where).toBe('--set ranking.depth');
    expect(failure.message).toContain(range);
    expect(failure.remedy).toContain('`depth` of stage retrieve');
  });
});

describe('what every setting of every stage expects', () => {
  const wrong = ['?', '', -1.5, 1e300, true, null, [], {}, ['']];
  const settings = [...stages.values()].flatMap((stage) => {
    const { properties = {} } = z.toJSONSchema(stage.settings, { io: 'input', unrepresentable: 'any' });
    return Object.keys(properties).map((name) => ({ stage, name }));
  });

  it.each(settings)('is said in words of our own: $stage.name $name', ({ stage, name }) => {
    const issues = wrong.flatMap((value) => {
      const found = stage.settings.safeParse({ [name]: value }).error?.issues ?? [];
      return found.filter(({ path, code }) => path[0] === name && code !== 'invalid_value');
    });
    for (const { message } of issues) expect(message).not.toMatch(/^(Invalid|Too|Unrecognized)/);
  });
});

describe('a file that cannot run is refused at its place', () => {
  const data = 'summary: x\nsteps:\n  data: { stage: load-dataset }\n';

  it.each([
    [
      'a stage',
      `summary: x\nsteps:\n  a: { stage: lod-dataset }\nresult: a\n`,
      '3:3, step a',
      'load-dataset',
    ],
    ['an input', `${data}  seen: { stage: observe, from: date }\nresult: seen\n`, '4:3, seen.from', 'data'],
    [
      'a parameter',
      'summary: x\nparams: { limit: 3 }\nsteps:\n  a: { stage: load-dataset, with: { limit: $limt } }\nresult: a\n',
      '4:37, a.limit',
      'limit',
    ],
    [
      'a setting',
      'summary: x\nsteps:\n  a:\n    stage: load-dataset\n    with:\n      limt: 3\nresult: a\n',
      '6:7, a.limt',
      'limit',
    ],
    [
      'a value',
      'summary: x\nsteps:\n  a: { stage: load-dataset }\n  b:\n    stage: build-passages\n    with:\n      database: dialogue\nresult: b\n',
      '7:7, b.database',
      'dialog',
    ],
  ])('%s that is not known, with the nearest', (_, text, place, near) => {
    const failure = failureOf(() => plan(text));
    expect(failure.where).toBe(`own.yaml:${place}`);
    expect(failure.remedy).toContain(`Did you mean ${near}?`);
  });

  it('a default that is no value, at the parameter, and the same value given, at the flag', () => {
    const text =
      'summary: x\nparams:\n  limit: 0\nsteps:\n  a: { stage: load-dataset, with: { limit: $limit } }\nresult: a\n';
    expect(failureOf(() => plan(text)).where).toBe('own.yaml:3:3, parameter limit');
    expect(failureOf(() => plan(text, { params: { limit: '0' } })).where).toBe('--limit');
  });

  it('an input that is missing, with the stages that make it', () => {
    const failure = failureOf(() => plan(`${data}  seen: { stage: observe }\nresult: seen\n`));
    expect([failure.where, failure.exitCode]).toEqual(['own.yaml:4:3', 2]);
    expect(failure.message).toMatch(/step seen needs samples/i);
    expect(failure.remedy).toContain('load-dataset');
  });

  it.each([
    [
      'two steps',
      '  a: { stage: observe, from: [data, b] }\n  b: { stage: observe, from: [data, a] }\n',
      'a → b → a',
    ],
    ['one step', '  a: { stage: observe, from: [data, a] }\n  b: { stage: load-dataset }\n', 'a → a'],
  ])('a circle of %s, which is named, though the result needs neither', (_, steps, circle) => {
    const failure = failureOf(() => plan(`${data}${steps}result: data\n`));
    expect(failure.message).toContain(circle);
    expect(failure.where).toBe('own.yaml:4:3');
  });
});
