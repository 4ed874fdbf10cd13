import { describe, expect, it } from 'vitest';
import { words } from '../../../locomo/text/tokens.ts';
import { quietCall } from '../../../models/call-context.ts';
import { createExtractiveSummaries } from '../../../models/memory/extractive-summaries.ts';
import type { SessionRequest } from '../../../models/memory/memory-writer.ts';

const head = 'Lina and Bram talked at 9:15 am on 3 May, 2022.';

async function summaryOf(...texts: readonly (readonly ['Lina' | 'Bram', string])[]): Promise<string> {
  const turns = texts.map(([speaker, text], index) => ({ id: `D1:${index + 1}`, speaker, text }));
  const request: SessionRequest = {
    speakers: ['Lina', 'Bram'],
    dateTime: '9:15 am on 3 May, 2022',
    turns,
  };
  const written = await createExtractiveSummaries().write(request, quietCall);
  if (!('summary' in written)) throw new Error('statements where a summary was asked for');
  return written.summary;
}

describe('the extractive writer of summaries', () => {
  it('gives who talked and when, then what each stated, in order, a speaker named where he begins', async () => {
    const summary = await summaryOf(
      ['Lina', 'Hi Bram! Yesterday I planted two pear trees. My sister Odette dug the holes.'],
      ['Lina', 'On Monday I graft six plums.'],
      ['Bram', 'Wow! I sold my old boat in Hoorn. How is Odette?'],
    );
    expect(summary).toBe(
      `${head} Lina: Yesterday I planted two pear trees. My sister Odette dug the holes. ` +
        'On Monday I graft six plums. Bram: I sold my old boat in Hoorn.',
    );
  });

  it('says no more than that they talked where nothing was stated', async () => {
    expect(await summaryOf(['Lina', 'Hi Bram! How are you?'], ['Bram', 'Fine, thanks!'])).toBe(head);
  });

  it('has nothing of a session without turns', async () => {
    expect(await summaryOf()).toBe('');
  });

  it('does not repeat what was stated, and keeps to a hundred words', async () => {
    const places = ['Hoorn', 'Delft', 'Gouda', 'Breda', 'Venlo', 'Assen', 'Zwolle', 'Leiden', 'Tilburg'];
    const trips = places.map(
      (place, index) => `I sailed my boat to ${place} in ${1990 + index} with a crew.`,
    );
    const remarks = 'oak elm ash fir yew box bay fig'
      .split(' ')
      .map(
        (tree) => `My ${tree} bed beside the ${tree} shed was flooded by rain in ${tree} season last year.`,
      );
    const texts = [...trips, ...trips, ...remarks, ...remarks];
    const summary = await summaryOf(...texts.map((text) => ['Bram', text] as const));

    const sentences = summary.slice(head.length).match(/[^.]+\./g) ?? [];
    expect(new Set(sentences).size).toBe(sentences.length);
    const length = words(summary.slice(`${head} Bram: `.length)).length;
    expect(length).toBeGreaterThan(85);
    expect(length).toBeLessThanOrEqual(100);
  });
});
