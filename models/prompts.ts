import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../engine/digest.ts';
import { ExpectedError } from '../engine/expected-error.ts';
import type { Json } from '../engine/json.ts';
import { packageRoot } from '../engine/package-root.ts';
import { shownPath } from '../engine/shown.ts';
import { unknownName } from '../engine/unknown-name.ts';

const asking = ['speakers', 'context', 'question'] as const;
const writing = ['speakers', 'date', 'turns'] as const;
const judging = ['question', 'gold', 'answer'] as const;

/** The prompts by name, with the slots that each can fill. */
const slotsOf = {
  answer: asking,
  'answer-with-date': asking,
  'answer-of-two': [...asking, 'option-a', 'option-b'],
  conversation: ['speakers', 'context'],
  'ask-conversation': ['question'],
  'ask-conversation-with-date': ['question'],
  'ask-conversation-of-two': ['question', 'option-a', 'option-b'],
  'ask-conversation-batch': ['questions'],
  'judge-strict': judging,
  'judge-lenient': judging,
  'judge-support': ['speakers', 'date', 'turns', 'statement'],
  observations: writing,
  summary: writing,
} as const satisfies { readonly [prompt: string]: readonly string[] };

/** A prompt wants all of its slots but this one: who speaks can be told from the passages. */
const optionalSlot = 'speakers';

const slotPattern = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Names a prompt, and the file `<name>.md` that it is read from. */
export type PromptName = keyof typeof slotsOf;

/** The prompts that a reader asks with. */
const reading = ['answer', 'answer-with-date', 'answer-of-two'] as const;

/** Those that it asks with about a whole conversation. */
export const conversationPrompts = [
  'conversation',
  'ask-conversation',
  'ask-conversation-with-date',
  'ask-conversation-of-two',
  'ask-conversation-batch',
] as const;

/** A text for each slot of a prompt. */
export type Slots<Name extends PromptName> = { readonly [Slot in (typeof slotsOf)[Name][number]]: string };

/** The texts that questions are put to a model in. */
export interface Prompts {
  /** The digest of each, by name. */
  readonly identity: Json;
  /** The prompt with a text in each slot, character by character: what a text holds is never taken for a slot. */
  fill<Name extends PromptName>(name: Name, slots: Slots<Name>): string;
}

/**
 * Reads the prompts of these names, a reader's by default, from a folder, and those that it lacks from the ones
 * that ship; an empty folder name means all of these. A folder without any prompt, or a prompt with a slot unknown
 * or left out, is an ExpectedError.
 */
export function loadPrompts(folder = '', names: readonly PromptName[] = reading): Prompts {
  const known = Object.keys(slotsOf).filter(isPromptName);
  // A folder may be for another part of the run, such as the judge.
  if (folder !== '' && !known.some((name) => existsSync(fileOf(folder, name))))
    throw noPrompts(folder, known);
  const texts = new Map(names.map((name) => [name, readPrompt(folder, name)]));
  return {
    identity: Object.fromEntries([...texts].map(([name, text]) => [name, sha256(text)])),
    fill(name, slots) {
      const bySlot = new Map<string, string>(Object.entries(slots));
      return (texts.get(name) ?? '').replace(slotPattern, (_, slot: string) => bySlot.get(slot) ?? '');
    },
  };
}

function isPromptName(name: string): name is PromptName {
  return name in slotsOf;
}

function fileOf(folder: string, name: PromptName): string {
  return join(folder, `${name}.md`);
}

/** The text of a prompt, without the line breaks at its end; those within it become plain ones. */
function readPrompt(folder: string, name: PromptName): string {
  const own = fileOf(folder, name);
  const file = folder !== '' && existsSync(own) ? own : fileOf(join(packageRoot, 'prompts'), name);
  const text = decoded(readFileSync(file), file).replaceAll('\r\n', '\n').trimEnd();
  const known: readonly string[] = slotsOf[name];
  const found = new Set([...text.matchAll(slotPattern)].map(([, slot = '']) => slot));
  for (const slot of found) {
    if (!known.includes(slot)) throw unknownName('slot', slot, known, shownPath(file));
  }
  for (const slot of known) {
    if (!found.has(slot) && slot !== optionalSlot) throw missingSlot(slot, file);
  }
  return text;
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ExpectedError({
      code: 'prompt-encoding',
      message: 'Expected a text in UTF-8, found other bytes.',
      where: shownPath(file),
      remedy: 'Save the prompt as UTF-8.',
    });
  }
}

function missingSlot(slot: string, file: string): ExpectedError {
  return new ExpectedError({
    code: 'missing-slot',
    message: `Expected the slot {{${slot}}}, which is not in this prompt.`,
    where: shownPath(file),
    remedy: `Write {{${slot}}} where its text belongs, or delete the file to use the prompt that ships.`,
  });
}

function noPrompts(folder: string, names: readonly string[]): ExpectedError {
  return new ExpectedError({
    code: 'no-prompts',
    message: `Expected a folder with one or more of ${names.map((name) => `${name}.md`).join(', ')}, found none of them.`,
    where: `--prompts ${shownPath(folder)}`,
    remedy: `Copy those to be changed from ${shownPath(join(packageRoot, 'prompts'))}; the others stay as they ship.`,
  });
}
