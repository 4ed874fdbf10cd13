import { describe, expect, it } from 'vitest';
import { timeExpression } from '../../models/extractive/time-expressions.ts';

// A Wednesday.
const said = { year: 2021, month: 3, day: 3 };

describe('a time named in a sentence, phrased from the day it was said', () => {
  it.each([
    ['We sailed yesterday.', '2 March 2021'],
    ['I could not sleep last night!', '2 March 2021'],
    ['The fair opens tomorrow.', '4 March 2021'],
    ['The fair opens today.', '3 March 2021'],
    ['I fell off a ladder two days ago.', '1 March 2021'],
    ['It rained 4 days ago.', '27 February 2021'],
    ['I sold the boat last week.', 'The week before 3 March 2021'],
    ['We paint the shed next week.', 'The week after 3 March 2021'],
    ['I moved in this week.', 'The week of 3 March 2021'],
    ['We met a week ago.', 'The week before 3 March 2021'],
    ['We met three weeks ago.', 'three weeks before 3 March 2021'],
    ['Last weekend I baked.', 'The weekend before 3 March 2021'],
    ['This past weekend I baked.', 'The weekend before 3 March 2021'],
    ['This weekend I bake.', 'The weekend of 3 March 2021'],
    ['We camped two weekends ago.', 'two weekends before 3 March 2021'],
    ['Last Fri I quit.', 'The Friday before 3 March 2021'],
    ['On Monday I quit.', 'The Monday before 3 March 2021'],
    ['We fly next Tuesday.', 'The Tuesday after 3 March 2021'],
    ['I learnt to dive last month.', 'February 2021'],
    ['I retire next month.', 'April 2021'],
    ['I started this month.', 'March 2021'],
    ['We married four months ago.', 'November 2020'],
    ['I ran it last year.', '2020'],
    ['I bought the cello six years ago.', '2015'],
    ['I have had the cello for 6 years.', '2015'],
    ['I have played since 2009.', '2009'],
    ['Last summer we hiked.', 'summer 2020'],
    ['We hiked in August.', 'August 2021'],
    ['We hiked last August.', 'August 2020'],
    ['We hiked in August 2019.', 'August 2019'],
    ['The vernissage is on 9 April.', '9 April 2021'],
    ['The vernissage was on April 9th, 2020.', '9 April 2020'],
    ['We met on the 1st.', '1 March 2021'],
  ])('%s', (sentence, phrase) => {
    expect(timeExpression(sentence, said)?.phrase).toBe(phrase);
  });

  it.each(['I like it.', 'May I come?', 'He might march on.', 'The second one is mine.'])(
    'finds none in: %s',
    (sentence) => {
      expect(timeExpression(sentence, said)).toBeUndefined();
    },
  );

  it('keeps a vague number as it was said', () => {
    expect(timeExpression('I moved a few years ago.', said)?.phrase).toBe('a few years before 3 March 2021');
  });

  it('counts across the ends of months and years', () => {
    expect(timeExpression('We met yesterday.', { year: 2021, month: 1, day: 1 })?.phrase).toBe(
      '31 December 2020',
    );
    expect(timeExpression('We met last month.', { year: 2021, month: 1, day: 31 })?.phrase).toBe(
      'December 2020',
    );
  });
});
