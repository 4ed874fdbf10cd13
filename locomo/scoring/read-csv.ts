import { shownValue } from '../../engine/shown.ts';
import { badAnswer, readConfidence } from './answer-field.ts';
import { csvRows } from './csv-rows.ts';
import { givenAnswer, type RawAnswer } from './raw-answer.ts';

const wanted = ['sample_id', 'qa_index', 'prediction'] as const;
const optional = ['context', 'confidence', 'error', 'reason'] as const;

/**
 * Answers as CSV (RFC 4180) with a header: `sample_id,qa_index,prediction`, and `context`, `confidence`, `error` and `reason`
 * where there are such. The ids of a context stand between semicolons, commas or blanks, also in the
 * brackets and quotes that table tools write a list with; an empty cell says that none were recorded, `[]` that nothing
 * was found. Other columns are passed over. `fileName` is only shown.
 */
export function readCsv(text: string, fileName: string): RawAnswer[] {
  const [head, ...rows] = csvRows(text, fileName);
  if (head === undefined) return [];
  const names = head.fields.map((name) => name.trim());
  for (const name of wanted)
    if (!names.includes(name))
      throw badAnswer(
        `${fileName}:${head.line}`,
        `Expected a header with ${wanted.join(', ')}, found ${shownValue(head.fields.join(','))}.`,
        `Begin the file with the line ${wanted.join(',')},context, and put commas between the fields.`,
        'bad-csv',
      );
  const repeated = [...wanted, ...optional].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated !== undefined)
    throw badAnswer(
      `${fileName}:${head.line}`,
      `Expected one column ${repeated}, found several.`,
      'Keep the one that holds the answers to be scored.',
      'bad-csv',
    );
  return rows.map(({ line, fields }) => {
    const where = (): string => `${fileName}:${line}`;
    if (fields.length !== names.length)
      throw badAnswer(
        where(),
        `Expected ${names.length} fields, as in the header, found ${fields.length}.`,
        'Put answers with a comma or a line break in quotes.',
        'bad-csv',
      );
    const cell = (name: string): string | undefined => fields[names.indexOf(name)];
    const index = cell('qa_index')?.trim() ?? '';
    if (!/^\d{1,9}$/.test(index))
      throw badAnswer(
        where(),
        `Expected the place of a question in qa_index, a whole number from 0, found ${shownValue(index)}.`,
        'Count the questions of a sample from 0, in the order of its qa list.',
      );
    return {
      sampleId: cell('sample_id')?.trim() ?? '',
      qaIndex: Number(index),
      given: givenAnswer({
        prediction: cell('prediction'),
        context: readIds(cell('context')),
        confidence: readConfidence(cell('confidence')?.trim(), 'confidence', where),
        error: cell('error')?.trim() || undefined,
        reason: cell('reason')?.trim() || undefined,
      }),
      where,
    };
  });
}

function readIds(cell = ''): readonly string[] | null {
  if (cell.trim() === '') return null;
  return cell.trim() === '[]' ? [] : cell.split(/[;,\s[\]'"]+/).filter((id) => id !== '');
}
