import type { Field } from './field.ts';

/** Signs that some file system gives a meaning, and characters without a shape of their own. */
const unsafe = /[\p{C}/\\:*?"<>|]/u;

/**
 * Refuses a sample id that could act as a path or a control sequence where it becomes part of a file name:
 * ids come from data, and data is not trusted.
 */
export function checkSampleId(field: Field, id: string): void {
  const isPlain =
    /^[^\s.].{0,99}$/su.test(id) && !unsafe.test(id) && !id.includes('..') && !/[\s.]$/u.test(id);
  if (!isPlain)
    throw field.error(
      'bad-sample-id',
      'a sample id of 1 to 100 letters, digits, hyphens, underscores or single dots',
      'Rename the sample, for example to `conv-1`: ids become part of file names.',
    );
}
