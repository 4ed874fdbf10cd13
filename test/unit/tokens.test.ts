import { describe, expect, it } from 'vitest';
import { contentStems, words } from '../../locomo/text/tokens.ts';

describe('words', () => {
  it('are runs of letters and digits in lower case, of any script', () => {
    expect(words('It’s 7:30—Zoë’s café, №5 東京!')).toEqual([
      'it',
      's',
      '7',
      '30',
      'zoë',
      's',
      'café',
      '5',
      '東京',
    ]);
    expect(words(' \u{1F415} ?! ')).toEqual([]);
  });
});

describe('content stems', () => {
  it('leave out stop words and excluded words', () => {
    expect(contentStems("Didn't Ines's otters like the aquariums?", new Set(['ines']))).toEqual([
      'otter',
      'like',
      'aquarium',
    ]);
  });

  it('lead irregular forms back to the base before stemming', () => {
    expect(contentStems('went gone goes children broke breaking')).toEqual([
      'go',
      'go',
      'go',
      'child',
      'break',
      'break',
    ]);
  });
});
