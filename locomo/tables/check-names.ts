import { categoryLabel, categoryName } from '../categories.ts';
import type { Category } from '../sample.ts';
import type { CategoryColumn } from './category-table.ts';
import type { Labelling } from './fit-labels.ts';
import { categoryOfCount, questionCounts } from './question-counts.ts';

/** What headings say that contradict themselves: a name beside the id or the question count of another category. */
export function nameConflicts(columns: readonly CategoryColumn[]): readonly string[] {
  return columns.flatMap(({ heading, named, id, count }) => {
    const conflicts: string[] = [];
    if (id !== undefined && id !== named) conflicts.push(`“${heading}”: id ${id} is ${label(id)}`);
    if (count !== undefined && count !== questionCounts[named])
      conflicts.push(`“${heading}”: ${countText(count)}; it names ${label(named)}`);
    return conflicts;
  });
}

function countText(count: number): string {
  const category = categoryOfCount(count);
  return category === undefined
    ? `no category has ${count} questions`
    : `${count} questions has ${label(category)}`;
}

/** A labelling in words: each column whose name is another's, or that the names are right. */
export function labellingText(columns: readonly CategoryColumn[], labelling: Labelling): string {
  const renamed = columns.flatMap(({ named }, at) => {
    const really = labelling[at];
    return really === undefined || really === named ? [] : [`${categoryName(named)} is ${label(really)}`];
  });
  if (renamed.length === 0) return 'the names as printed';
  return `${renamed.join(', ')}${isMem0s(columns, labelling) ? ', which is mem0’s numbering' : ''}`;
}

/** mem0 and those after it take 1 for single-hop, 3 for multi-hop and 4 for open-domain. */
function isMem0s(columns: readonly CategoryColumn[], labelling: Labelling): boolean {
  const mem0s = { 1: 3, 2: 2, 3: 4, 4: 1, 5: 5 } as const;
  return columns.every(({ named }, at) => labelling[at] === mem0s[named]);
}

const label = (id: Category): string => categoryLabel(id, questionCounts[id]);
