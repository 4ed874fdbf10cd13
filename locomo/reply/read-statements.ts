import { isPlainObject, looseObjects, type Members } from './loose-objects.ts';
import { withoutThinking } from './thinking.ts';

/** A statement as a reply holds it. */
export interface ReadStatement {
  readonly speaker: string;
  readonly text: string;
  /** As they were written; whether there are such turns is for others to check. */
  readonly turnIds: readonly string[];
}

/**
 * The statements in a reply: objects with `speaker`, `text` and `turns`, in a list or one by one; or, as the released
 * database has it, a list of statement and ids for each speaker. Undefined where there are none to be read.
 */
export function readStatements(reply: string): readonly ReadStatement[] | undefined {
  const found = looseObjects(withoutThinking(reply)).map((members) => statementsIn(members));
  const all = found.filter((statements) => statements !== undefined).flat();
  return found.some((statements) => statements !== undefined) ? all : undefined;
}

function statementsIn(members: Members): readonly ReadStatement[] | undefined {
  const object = Object.fromEntries(members);
  const single = statementOf(object);
  if (single !== undefined) return [single];
  const lists = members.flatMap(([name, value]) => (Array.isArray(value) ? [{ name, list: value }] : []));
  if (lists.length === 0) return undefined;
  return lists.flatMap(({ name, list }) =>
    list.flatMap((entry: unknown) =>
      Array.isArray(entry) ? pairOf(name, entry) : (statementOf(entry) ?? []),
    ),
  );
}

function statementOf(entry: unknown): ReadStatement | undefined {
  if (!isPlainObject(entry)) return undefined;
  const { speaker, text, statement = text, turns, ids = turns } = entry;
  if (typeof speaker !== 'string' || typeof statement !== 'string') return undefined;
  return { speaker, text: statement, turnIds: idsIn(ids) };
}

function pairOf(speaker: string, [text, ids]: readonly unknown[]): readonly ReadStatement[] {
  return typeof text === 'string' ? [{ speaker, text, turnIds: idsIn(ids) }] : [];
}

function idsIn(value: unknown): readonly string[] {
  return [value].flat().filter((id) => typeof id === 'string');
}
