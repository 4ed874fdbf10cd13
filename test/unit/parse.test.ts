import { describe, expect, it } from 'vitest';
import { parsePipeline } from '../../engine/pipeline/parse.ts';
import type { PipelineDefinition } from '../../engine/pipeline/definition.ts';
import { failureOf } from '../support/failure.ts';

const base = `summary: Reads.
params:
  limit: { default: null, about: how many }
  samples: ''
steps:
  data:
    stage: load-dataset
    with: { limit: $limit, samples: $samples }
  seen:
    stage: observe
    from: data
result: seen
`;

/** Parses `own.yaml`, which may extend the other files by their names. */
function parse(text: string, others: { readonly [name: string]: string } = { base }): PipelineDefinition {
  return parsePipeline('own', { file: 'own.yaml', text }, (name) => {
    const found = others[name];
    return found === undefined ? undefined : { file: `${name}.yaml`, text: found };
  });
}

describe('a pipeline file', () => {
  it('is read as it stands', () => {
    const { summary, params, steps, result } = parse(base);
    expect([summary, result]).toEqual(['Reads.', 'seen']);
    expect([...params.values()].map(({ name, default: preset, about }) => [name, preset, about])).toEqual([
      ['limit', null, 'how many'],
      ['samples', '', ''],
    ]);
    expect(steps.get('seen')).toMatchObject({ stage: 'observe', from: ['data'], with: {} });
    expect(steps.get('data')?.with).toEqual({ limit: '$limit', samples: '$samples' });
  });

  it('extends another: parameters and settings one by one, the rest as a whole', () => {
    const { summary, params, steps, result } = parse(
      'extends: base\nsummary: Other.\nparams: { limit: 3 }\nsteps:\n  data: { with: { samples: a } }\nresult: data\n',
    );
    expect([summary, result]).toEqual(['Other.', 'data']);
    expect(params.get('limit')).toMatchObject({ default: 3, about: 'how many' });
    expect(params.has('samples')).toBe(true);
    expect(steps.get('data')).toMatchObject({
      stage: 'load-dataset',
      with: { limit: '$limit', samples: 'a' },
      places: { limit: { file: 'base.yaml', line: 8 }, samples: { file: 'own.yaml', line: 5, column: 19 } },
    });
    expect([...steps.keys()]).toEqual(['data', 'seen']);
  });

  it('may bear the name of the one that it extends', () => {
    const own = { file: 'mine/base.yaml', text: 'extends: base\nsummary: Mine.\n' };
    const shipped = { file: 'shipped/base.yaml', text: base };
    expect(parsePipeline('base', own, () => shipped).summary).toBe('Mine.');
  });

  it('may use anchors', () => {
    const { steps } = parse('summary: x\nsteps:\n  a: &a { stage: load-dataset }\n  b: *a\nresult: b\n');
    expect(steps.get('b')?.stage).toBe('load-dataset');
  });
});

describe('what is no pipeline is refused at its place', () => {
  const step = 'steps:\n  a: { stage: load-dataset }\nresult: a\n';

  it.each([
    ['an empty file', '', '1:1', /^Expected a pipeline: .* found nothing/],
    ['a comment alone', '# later\n', '1:1', /found nothing/],
    ['a list', '- a\n', '1:1', /found \["a"\]/],
    ['a text', 'hello\n', '1:1', /found "hello"/],
    ['tabs', 'summary: x\nsteps:\n\ta:\n', '3:1', /Tabs/],
    ['a key twice', 'summary: x\nsummary: y\n', '2:1', /unique/],
    ['a step twice', 'summary: x\nsteps:\n  a: { stage: b }\n  a: { stage: c }\n', '4:3', /unique/],
    ['quotes that stay open', `summary: "x\n${step}`, '5:1', /Missing closing/],
    ['a brace that stays open', 'summary: x\nsteps: { a: { stage: b }\n', '3:1', /must end|Missing|indented/],
    ['a second document', `summary: x\n${step}---\nsummary: y\n`, '5:1', /second document/],
    ['an alias of nothing', `summary: *x\n${step}`, '1:10', /Unresolved alias/],
    ['a summary that is a number', `summary: 3\n${step}`, '1:1', /`summary` to be a text, found 3/],
    ['no summary', step, '1:1', /`summary` to be a text, found nothing/],
    ['steps that are a list', 'summary: x\nsteps: [a]\n', '2:1', /`steps` to be steps by name/],
    ['a step that is a text', 'summary: x\nsteps:\n  a: observe\n', '3:3', /`steps.a` to be a step/],
    ['a stage that is a number', 'summary: x\nsteps:\n  a:\n    stage: 3\n', '4:5', /to be a name, found 3/],
    [
      'a from that is a number',
      'summary: x\nsteps:\n  a:\n    from: 3\n',
      '4:5',
      /name of a step, or a list/,
    ],
    ['settings that are a list', 'summary: x\nsteps:\n  a:\n    with: [1]\n', '4:5', /settings by name/],
    ['a list as default', `summary: x\nparams:\n  k: [1]\n${step}`, '3:3', /default value .* found \[1\]/],
    ['a parameter in capitals', `summary: x\nparams:\n  topK: 1\n${step}`, '3:3', /lower-case .* "topK"/],
    ['a name that ends in a hyphen', `summary: x\nparams:\n  k-: 1\n${step}`, '3:3', /single hyphens/],
    ['a path to extend', `summary: x\nextends: ./base.yaml\n${step}`, '2:1', /`extends` to be a name/],
    [
      'a step without a stage',
      'summary: x\nsteps:\n  a: { from: [] }\nresult: a\n',
      '3:3',
      /step a .* `stage`/,
    ],
    ['no result', 'summary: x\nsteps:\n  a: { stage: b }\n', '1:1', /`result` to name a step, found nothing/],
  ])('%s', (_, text, place, message) => {
    const failure = failureOf(() => parse(text));
    expect(failure.message).toMatch(message);
    expect([failure.where, failure.exitCode]).toEqual([`own.yaml:${place}`, 2]);
    expect(failure.remedy).toBeTruthy();
  });

  it.each([
    ['a key', 'summary: x\nstep:\n  a: { stage: b }\n', '2:1', 'steps'],
    ['a key of a step', 'summary: x\nsteps:\n  a:\n    stge: b\n', '4:5', 'stage'],
    ['the result', 'summary: x\nsteps:\n  answers: { stage: b }\nresult: answer\n', '4:1', 'answers'],
  ])('%s that is not known, with the nearest', (_, text, place, near) => {
    const failure = failureOf(() => parse(text));
    expect(failure.where).toBe(`own.yaml:${place}`);
    expect(failure.remedy).toContain(`Did you mean ${near}?`);
  });

  it('aliases that grow without end', () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [name, of] of ['ba', 'cb', 'dc', 'ed'])
      lines.push(`${name}: &${name} [${Array(9).fill(`*${of}`)}]`);
    const failure = failureOf(() => parse(lines.join('\n')));
    expect(failure.where).toMatch(/^own\.yaml:\d+:\d+$/);
  });

  it('a base that is not there', () => {
    const { where, message } = failureOf(() => parse('summary: x\nextends: rug\n'));
    expect([where, message]).toEqual(['own.yaml:2:1', 'Expected a known pipeline, found "rug".']);
  });

  it('an error in the base at its place in the base', () => {
    const { where } = failureOf(() => parse('summary: x\nextends: b\n', { b: 'summary: y\nstepz: {}\n' }));
    expect(where).toBe('b.yaml:2:1');
  });

  it('a circle of bases, which is named', () => {
    const others = { a: 'summary: a\nextends: b\n', b: 'summary: b\nextends: a\n' };
    const { where, message } = failureOf(() => parse('summary: x\nextends: a\n', others));
    expect([where, message]).toEqual(['b.yaml:2:1', '`extends` runs in a circle: a.yaml → b.yaml → a.yaml.']);
  });

  it('counts columns behind a carriage return as behind a line feed alone', () => {
    const { where } = failureOf(() => parse(`summary: x\r\nsteps:\r\n  a: 3\r\n`));
    expect(where).toBe('own.yaml:3:3');
  });
});
