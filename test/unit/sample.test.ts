import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

// Checked on the bytes that ship, without the loader: the loader repairs, and the sample must not need it.
const turnSchema = z.strictObject({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string().min(1),
  img_url: z.tuple([z.url()]).optional(),
  blip_caption: z.string().min(1).optional(),
  query: z.string().min(1).optional(),
  're-download': z.boolean().optional(),
});
const observationSchema = z.tuple([z.string().min(1), z.union([z.string(), z.array(z.string()).min(1)])]);
const sampleSchema = z.strictObject({
  sample_id: z.string(),
  conversation: z
    .object({ speaker_a: z.string(), speaker_b: z.string() })
    .catchall(z.union([z.string(), z.array(turnSchema)])),
  observation: z.record(z.string(), z.record(z.string(), z.array(observationSchema))),
  session_summary: z.record(z.string(), z.string().min(1)),
  event_summary: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
  qa: z.array(
    z.strictObject({
      question: z.string().min(1),
      answer: z.union([z.string(), z.int()]).optional(),
      adversarial_answer: z.string().min(1).optional(),
      evidence: z.array(z.string()).min(1),
      category: z.int().min(1).max(5),
    }),
  ),
});
type Sample = z.infer<typeof sampleSchema>;
type Turn = z.infer<typeof turnSchema>;

const read = (relative: string) => readFileSync(new URL(`../../${relative}`, import.meta.url), 'utf8');
const samples = z.array(sampleSchema).parse(JSON.parse(read('data/sample.json')));

const months = 'January February March April May June July August September October November December';

/** Milliseconds of a released stamp; throws where the stamp leaves the grammar or names no real day. */
function stampTime(stamp: string): number {
  const [, hour, minute, half, day, month = '', year] =
    /^(1[0-2]|[1-9]):([0-5]\d) (am|pm) on ([1-9]\d?) ([A-Z][a-z]+), (\d{4})$/.exec(stamp) ?? [];
  const monthIndex = months.split(' ').indexOf(month);
  const time = new Date(
    Date.UTC(
      Number(year),
      monthIndex,
      Number(day),
      (Number(hour) % 12) + (half === 'pm' ? 12 : 0),
      Number(minute),
    ),
  );
  if (monthIndex < 0 || time.getUTCDate() !== Number(day)) throw new Error(`not a stamp: ${stamp}`);
  return time.getTime();
}

function sessions({ conversation }: Sample) {
  const found: { number: number; stamp: string; turns: Turn[] }[] = [];
  for (let number = 1; `session_${number}` in conversation; number += 1) {
    const turns = conversation[`session_${number}`];
    const stamp = conversation[`session_${number}_date_time`];
    if (!Array.isArray(turns) || typeof stamp !== 'string') throw new Error(`session ${number} is malformed`);
    found.push({ number, stamp, turns });
  }
  return found;
}

const turns = (sample: Sample) => sessions(sample).flatMap((session) => session.turns);
const dialogIds = (sample: Sample) => new Set(turns(sample).map((turn) => turn.dia_id));
const observations = (sample: Sample) =>
  Object.entries(sample.observation).flatMap(([key, bySpeaker]) =>
    Object.values(bySpeaker).flatMap((list) => list.map(([, ids]) => ({ key, ids: [ids].flat() }))),
  );
const countOf = (sample: Sample, category: number) =>
  sample.qa.filter((question) => question.category === category).length;

/** A table row of data/README.md: a count for each sample, then their sum. */
function countRow(label: string, count: (sample: Sample) => number): string {
  const counts = samples.map(count);
  return `| ${[label, ...counts, counts.reduce((sum, value) => sum + value)].join(' | ')} |`;
}

it('holds two conversations under two ids', () => {
  expect(samples.map((sample) => sample.sample_id)).toEqual(['sample-1', 'sample-2']);
});

describe.each(samples)('$sample_id', (sample) => {
  const { speaker_a: a, speaker_b: b } = sample.conversation;
  const numbers = sessions(sample).map((session) => session.number);

  it('has seven sessions of 10 to 16 turns and nothing else in the conversation', () => {
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const session of sessions(sample)) {
      expect(session.turns.length).toBeGreaterThanOrEqual(10);
      expect(session.turns.length).toBeLessThanOrEqual(16);
    }
    expect(Object.keys(sample.conversation)).toHaveLength(2 + 2 * numbers.length);
  });

  it('dates its sessions in the released grammar, strictly increasing, by day', () => {
    const times = sessions(sample).map((session) => stampTime(session.stamp));
    for (const [index, time] of times.entries()) {
      expect(time).toBeGreaterThan(times[index - 1] ?? 0);
      const hour = new Date(time).getUTCHours();
      expect(hour).toBeGreaterThanOrEqual(9);
      expect(hour).toBeLessThanOrEqual(21);
    }
  });

  it('numbers its turns without gaps and gives each to one of the two speakers', () => {
    for (const session of sessions(sample)) {
      const expected = session.turns.map((_, index) => `D${session.number}:${index + 1}`);
      expect(session.turns.map((turn) => turn.dia_id)).toEqual(expected);
      expect(new Set(session.turns.map((turn) => turn.speaker))).toEqual(new Set([a, b]));
    }
  });

  it('shares at least four images, each with caption and query, from a reserved host', () => {
    const withImage = turns(sample).filter((turn) => turn.img_url);
    expect(withImage.length).toBeGreaterThanOrEqual(4);
    for (const turn of withImage) {
      expect(new URL(turn.img_url?.[0] ?? '').hostname).toBe('images.example.org');
      expect(turn.blip_caption).toBeDefined();
    }
    for (const turn of turns(sample)) expect(turn.query === undefined).toBe(turn.blip_caption === undefined);
  });

  it('observes, summarises and lists the events of each session', () => {
    expect(Object.keys(sample.observation)).toEqual(numbers.map((n) => `session_${n}_observation`));
    expect(Object.keys(sample.session_summary)).toEqual(numbers.map((n) => `session_${n}_summary`));
    expect(Object.keys(sample.event_summary)).toEqual(numbers.map((n) => `events_session_${n}`));
    for (const { number, stamp } of sessions(sample)) {
      const observed = sample.observation[`session_${number}_observation`] ?? {};
      expect(Object.keys(observed).toSorted()).toEqual([a, b].toSorted());
      const events = sample.event_summary[`events_session_${number}`] ?? {};
      expect(Object.keys(events)).toEqual([a, b, 'date']);
      expect(`${events['date']}`).toBe(stamp.split(' on ')[1]);
    }
  });

  it('lets observations cite turns of their own session only, as a string or as a list', () => {
    const ids = dialogIds(sample);
    for (const observation of observations(sample)) {
      for (const id of observation.ids) {
        expect(ids).toContain(id);
        expect(`session_${id.slice(1).split(':')[0]}_observation`).toBe(observation.key);
      }
    }
    const shapes = Object.values(sample.observation)
      .flatMap((bySpeaker) => Object.values(bySpeaker).flat())
      .map(([, cited]) => (Array.isArray(cited) ? 'list' : 'string'));
    expect(new Set(shapes)).toEqual(new Set(['list', 'string']));
  });

  it('covers most of the evidence by observations, not all of it', () => {
    const observed = new Set(observations(sample).flatMap((observation) => observation.ids));
    const evidence = sample.qa.flatMap((question) => question.evidence);
    const share = evidence.filter((id) => observed.has(id)).length / evidence.length;
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.9);
  });

  it('asks 31 different questions in all five categories', () => {
    expect(sample.qa).toHaveLength(31);
    expect(new Set(sample.qa.map((question) => question.question)).size).toBe(31);
    for (const category of [1, 2, 3, 4, 5]) expect(countOf(sample, category)).toBeGreaterThanOrEqual(2);
  });

  it('gives as evidence existing turns, each once, in the order of the conversation', () => {
    const order = [...dialogIds(sample)];
    for (const { evidence } of sample.qa) {
      const places = evidence.map((id) => order.indexOf(id));
      expect(places).not.toContain(-1);
      expect(new Set(evidence).size).toBe(evidence.length);
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    }
  });

  it('answers every question but the adversarial ones, which carry a distractor instead', () => {
    for (const question of sample.qa) {
      expect(question.answer === undefined).toBe(question.category === 5);
      expect(question.adversarial_answer === undefined).toBe(question.category !== 5);
    }
  });

  it('needs several sessions and several parts for each multi-hop question', () => {
    for (const question of sample.qa.filter(({ category }) => category === 1)) {
      expect(new Set(question.evidence.map((id) => id.split(':')[0])).size).toBeGreaterThan(1);
      expect(`${question.answer}`).toContain(', ');
    }
  });

  it('has a temporal gold in each released phrasing', () => {
    const golds = sample.qa.filter(({ category }) => category === 2).map(({ answer }) => `${answer}`);
    for (const phrasing of [
      /^\d{1,2} [A-Z]\w+ \d{4}$/,
      /before \d{1,2} \w+ \d{4}$/,
      /^[A-Z]\w+ \d{4}$/,
      /^\d{4}$/,
    ]) {
      expect(golds.some((gold) => phrasing.test(gold))).toBe(true);
    }
  });
});

describe('over both conversations', () => {
  const questions = samples.flatMap((sample) => sample.qa);
  const text = samples.flatMap(turns).map((turn) => turn.text);

  it('has integer answers, and open-domain golds with and without a semicolon', () => {
    expect(questions.filter(({ answer }) => typeof answer === 'number')).toHaveLength(3);
    const golds = questions.filter(({ category }) => category === 3).map(({ answer }) => `${answer}`);
    expect(new Set(golds.map((gold) => gold.includes(';')))).toEqual(new Set([true, false]));
  });

  it('keeps the typography that loaders trip over', () => {
    for (const oddity of [/\u2019/, /[\u2013\u2014]/, /\p{Extended_Pictographic}/u, /\n/, / $/]) {
      expect(text.some((line) => oddity.test(line))).toBe(true);
    }
    expect(samples.flatMap(turns).some((turn) => turn.blip_caption && !turn.img_url)).toBe(true);
  });

  it('matches the counts in data/README.md', () => {
    const readme = read('data/README.md').replaceAll(/ {2,}/g, ' ');
    for (const expected of [
      countRow('sessions', (sample) => sessions(sample).length),
      countRow('turns', (sample) => turns(sample).length),
      countRow('images', (sample) => turns(sample).filter((turn) => turn.img_url).length),
      countRow('captions', (sample) => turns(sample).filter((turn) => turn.blip_caption).length),
      countRow('observations', (sample) => observations(sample).length),
      countRow('questions', (sample) => sample.qa.length),
      countRow('1 multi-hop', (sample) => countOf(sample, 1)),
      countRow('2 temporal', (sample) => countOf(sample, 2)),
      countRow('3 open-domain', (sample) => countOf(sample, 3)),
      countRow('4 single-hop', (sample) => countOf(sample, 4)),
      countRow('5 adversarial', (sample) => countOf(sample, 5)),
    ]) {
      expect(readme).toContain(expected);
    }
  });
});
