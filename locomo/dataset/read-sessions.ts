import { parseStamp, stampMinutes, type Stamp } from '../dates.ts';
import type { Session, Turn } from '../sample.ts';
import { dialogId } from './dialog-id.ts';
import type { Field } from './field.ts';
import type { NoteRepair } from './repair.ts';
import { read, turnsSchema, type ReleasedTurn } from './schema.ts';

/** The sessions of a conversation by number. Date-times without a session are noted and left out. */
export function readSessions(
  conversation: Field,
  speakers: readonly [string, string],
  note: NoteRepair,
): readonly Session[] {
  const { numbers, dated } = sessionNumbers(conversation);
  if (numbers.length === 0)
    throw conversation.error(
      'bad-data',
      'at least one session',
      'Add `session_1` and `session_1_date_time`.',
    );
  const known = new Set<string>();
  let latest = -Infinity;
  const sessions = numbers.map((number) => {
    const stampField = conversation.at(`session_${number}_date_time`);
    const { dateTime, stamp } = readStamp(stampField, note);
    const begins = stampMinutes(stamp);
    if (begins <= latest) note('session-order', stampField.place, dateTime);
    latest = begins;
    return {
      number,
      dateTime,
      turns: readTurns(conversation.at(`session_${number}`), number, speakers, known, note),
    };
  });
  for (const number of dated.filter((candidate) => !numbers.includes(candidate))) {
    const stampField = conversation.at(`session_${number}_date_time`);
    note('session-absent', stampField.place, readStamp(stampField, note).dateTime);
  }
  return sessions;
}

/** Which sessions have a list of turns and which a date-time, both in rising order. */
function sessionNumbers(conversation: Field): { numbers: number[]; dated: number[] } {
  const numbers: number[] = [];
  const dated: number[] = [];
  for (const name of Object.keys(conversation.value ?? {})) {
    const [, digits, suffix] = /^session_(\d+)(_date_time)?$/.exec(name) ?? [];
    if (digits === undefined) continue;
    if (!/^[1-9]\d{0,5}$/.test(digits))
      throw conversation
        .at(name)
        .error('bad-data', `sessions numbered 1, 2, 3 …, not \`${digits}\``, `Rename the field \`${name}\`.`);
    (suffix === undefined ? numbers : dated).push(Number(digits));
  }
  return { numbers: numbers.toSorted(rising), dated: dated.toSorted(rising) };
}

function rising(a: number, b: number): number {
  return a - b;
}

function readStamp(field: Field, note: NoteRepair): { dateTime: string; stamp: Stamp } {
  const dateTime = field.value;
  const stamp = typeof dateTime === 'string' ? parseStamp(dateTime) : undefined;
  if (typeof dateTime === 'string' && stamp !== undefined) {
    if (stamp.hour === 0) note('stamp-noon', field.place, dateTime);
    return { dateTime, stamp };
  }
  throw field.error(
    'bad-data',
    `\`${field.path.at(-1)}\`, a date-time of the form "h:mm am|pm on D Month, YYYY"`,
    'Write it like "1:05 pm on 4 March, 2023", with the English name of the month.',
  );
}

function readTurns(
  field: Field,
  session: number,
  speakers: readonly [string, string],
  known: Set<string>,
  note: NoteRepair,
): readonly Turn[] {
  const turns = read(field, turnsSchema).map((released, index) => {
    const place = field.at(index);
    checkTurn(place, released, session, speakers, known);
    known.add(released.dia_id);
    const turn = toTurn(released);
    if (turn.caption !== undefined && turn.imageUrl === undefined)
      note('caption-without-url', place.place, turn.id);
    return turn;
  });
  if (turns.length === 0) note('session-empty', field.place, 'an empty list');
  return turns;
}

function checkTurn(
  field: Field,
  turn: ReleasedTurn,
  session: number,
  speakers: readonly [string, string],
  known: ReadonlySet<string>,
): void {
  if (!speakers.includes(turn.speaker))
    throw field
      .at('speaker')
      .error(
        'bad-data',
        `one of the two speakers, ${speakers.map((name) => JSON.stringify(name)).join(' or ')}`,
        'Write the name as in speaker_a or speaker_b.',
      );
  const id = field.at('dia_id');
  if (dialogId.exec(turn.dia_id)?.[1] !== String(session))
    throw id.error(
      'bad-data',
      `a dialog id of session ${session}, such as "D${session}:1"`,
      'Correct the id, or move the turn to its session.',
    );
  if (known.has(turn.dia_id))
    throw id.error(
      'bad-data',
      'a dialog id that no earlier turn has',
      'Number the turns of a session 1, 2, 3 …',
    );
}

function toTurn(released: ReleasedTurn): Turn {
  const { img_url: address, blip_caption: caption, query } = released;
  const imageUrl = typeof address === 'string' ? address : address?.[0];
  return {
    id: released.dia_id,
    speaker: released.speaker,
    text: released.text,
    ...(caption ? { caption } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    ...(query ? { imageQuery: query } : {}),
  };
}
