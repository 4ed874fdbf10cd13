import { describe, expect, it } from 'vitest';
import { dateFit } from '../../models/extractive/named-date.ts';
import { analyseQuestion } from '../../models/extractive/question.ts';

const speakers = ['Josephine', 'Tomas'] as const;
const analyse = (text: string) => analyseQuestion(text, speakers);

describe('what a question asks for', () => {
  it.each([
    ['When did Tomas sail?', 'day'],
    ['What day did Tomas sail?', 'day'],
    ['In which month did Tomas sail?', 'month'],
    ['What year did Tomas sail?', 'year'],
    ['How long has Tomas had a boat?', 'duration'],
    ['How many boats does Tomas have?', 'count'],
    ['How often does Tomas sail?', 'count'],
    ['Does Tomas sail?', 'yes-no'],
    ['Would Tomas rather sail or row?', 'either-or'],
    ['Who taught Tomas to sail?', 'who'],
    ['Where does Tomas sail when it storms?', 'where'],
    ['Why does Tomas sail?', 'why'],
    ['How did Tomas feel at sea?', 'how'],
    ['What did Tomas do when it stormed?', 'what'],
    ['Which knot does Tomas tie?', 'what'],
  ])('%s', (text, kind) => {
    expect(analyse(text).kind).toBe(kind);
  });
});

describe('whom and what a question is about', () => {
  it('takes the speaker named first as its subject, also by a nickname or in the possessive', () => {
    expect(analyse("What did Tomas say of Josephine's boat?").subject).toBe('Tomas');
    expect(analyse("What is Jos' boat called?").subject).toBe('Josephine');
    expect(analyse('What sank?').subject).toBeUndefined();
    expect([...analyse('What do Tomas and Josephine share?').named]).toEqual(['Tomas', 'Josephine']);
  });

  it('keeps the stems of what is asked, without names, dates and words of asking', () => {
    expect([...analyse('What kind of boats did Tomas paint in May 2021?').stems]).toEqual(['boat', 'paint']);
    expect([...analyse('What did Tomas paint in 2021?').stems]).toEqual(['paint']);
  });

  it.each([
    ['What sank in May 2021?', { year: 2021, month: 5, day: null }],
    ['What sank on 7 May, 2021?', { year: 2021, month: 5, day: 7 }],
    ['What sank on May 7, 2021?', { year: 2021, month: 5, day: 7 }],
    ['What sank in 2021?', { year: 2021, month: null, day: null }],
    ['What sank in May?', { year: null, month: 5, day: null }],
    ['What may Tomas sink?', undefined],
  ])('reads the date in: %s', (text, date) => {
    expect(analyse(text).date).toEqual(date);
  });

  it('holds sessions against a date: the days after a named day, the whole of a named month', () => {
    const day = { year: 2021, month: 5, day: 7 };
    const fit = (session: { year: number; month: number; day: number }) => dateFit(day, session);
    expect(fit({ year: 2021, month: 5, day: 7 })).toBe(1);
    expect(fit({ year: 2021, month: 5, day: 12 })).toBeLessThan(fit({ year: 2021, month: 5, day: 8 }));
    expect(fit({ year: 2021, month: 5, day: 1 })).toBe(0);
    expect(fit({ year: 2020, month: 5, day: 7 })).toBe(0);
    expect(dateFit({ year: 2021, month: 5, day: null }, { year: 2021, month: 5, day: 30 })).toBe(1);
    expect(dateFit(undefined, day)).toBe(0);
    expect(dateFit(day, undefined)).toBe(0);
  });
});
