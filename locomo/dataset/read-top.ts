import { Field } from './field.ts';

/** The entries of the list that a data file is; an error that names the other shape where it has one. */
export function readTop(top: Field): readonly Field[] {
  const { value } = top;
  if (Array.isArray(value) && value.length > 0) {
    const entries = value.map((_, index) => top.at(index));
    const [first] = entries;
    if (first !== undefined && has(first, 'qa') && !has(first, 'conversation'))
      throw first.error(
        'bad-data',
        'a sample with its conversation',
        'This looks like a file of predictions (`_qa.json`): name the data file that it was made from.',
      );
    return entries;
  }
  throw top.error('bad-data', 'a list of samples', remedyFor(top));
}

function remedyFor(top: Field): string {
  if (has(top, 'conversation')) return 'This is one sample: write [ before it and ] after it.';
  if (has(top, 'train')) return 'This looks like the file of personas: name the file of conversations.';
  return 'Name a file in the format of locomo10.json: a list of objects with sample_id, conversation and qa.';
}

function has(field: Field, name: string): boolean {
  return field.at(name).value !== undefined;
}
