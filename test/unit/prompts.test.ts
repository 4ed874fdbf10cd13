import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import { loadPrompts } from '../../models/prompts.ts';
import { failureOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const slots = { speakers: 'Ines and Tomas', context: 'the context', question: 'the question' };

/** A folder with prompts of the test's own. */
function folderOf(files: { readonly [name: string]: string | Uint8Array }): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

function identityOf(files: Parameters<typeof folderOf>[0]): { readonly [prompt: string]: unknown } {
  return { ...(loadPrompts(folderOf(files)).identity as object) };
}

describe('a prompt', () => {
  it('holds each text where its slot was, and no slot any more', () => {
    const text = loadPrompts().fill('answer-of-two', { ...slots, 'option-a': 'rye', 'option-b': 'spelt' });
    for (const part of ['Ines and Tomas', 'the context', 'the question', '(a) rye', '(b) spelt'])
      expect(text).toContain(part);
    expect(text).not.toContain('{{');
  });

  it.each([
    '{{question}} {{context}} {{speakers}} {{nobody}}',
    "$& $1 $$ $` $' $<question>",
    '`a` ```b``` \\n \\ "c" {d} <e> %20',
    '👩🏽‍🚀 \u200B \u2019 \u0000 e\u0301',
    ' edge \n\n edge ',
    'a\r\nb\rc\u2028d',
  ])('holds %j as it is', (text) => {
    const prompts = loadPrompts(folderOf({ 'answer.md': '<{{context}}|{{ question }}>' }));
    expect(prompts.fill('answer', { ...slots, context: text, question: text })).toBe(`<${text}|${text}>`);
  });

  it('is the one that ships where the folder has none', () => {
    const own = loadPrompts(folderOf({ 'answer.md': '{{context}} {{question}}' }));
    expect(own.fill('answer', slots)).toBe('the context the question');
    expect(own.fill('answer-with-date', slots)).toBe(loadPrompts().fill('answer-with-date', slots));
  });

  it('does not depend on a byte order mark, on the kind of line breaks, and on those at its end', () => {
    const plain = folderOf({ 'answer.md': '{{context}}\n{{question}}' });
    const other = folderOf({ 'answer.md': '\uFEFF{{context}}\r\n{{question}}\r\n' });
    expect(loadPrompts(other).identity).toEqual(loadPrompts(plain).identity);
    expect(loadPrompts(other).fill('answer', slots)).toBe('the context\nthe question');
  });

  it('has an identity that changes with its text alone', () => {
    const shipped = readFileSync(path.join(packageRoot, 'prompts', 'answer.md'), 'utf8');
    const { answer: before, ...others } = identityOf({ 'answer.md': shipped });
    const { answer: after, ...stillOthers } = identityOf({ 'answer.md': `${shipped}!` });
    expect(loadPrompts().identity).toEqual({ answer: before, ...others });
    expect(stillOthers).toEqual(others);
    expect(after).not.toBe(before);
  });
});

describe('a folder of prompts is refused', () => {
  it('when a prompt lacks a slot', () => {
    const failure = failureOf(() => loadPrompts(folderOf({ 'answer.md': 'Answer: {{question}}' })));
    expect(failure).toMatchObject({ code: 'missing-slot', message: expect.stringContaining('{{context}}') });
    expect(failure.where).toContain('answer.md');
  });

  it('when a prompt has a slot that is not known', () => {
    const failure = failureOf(() => loadPrompts(folderOf({ 'answer.md': '{{context}} {{qestion}}' })));
    expect(failure).toMatchObject({ code: 'unknown-slot', remedy: expect.stringContaining('question?') });
    expect(failure.where).toContain('answer.md');
  });

  it('when a prompt is not in UTF-8', () => {
    const latin1 = Buffer.from('{{context}} {{question}} \u00e9', 'latin1');
    const failure = failureOf(() => loadPrompts(folderOf({ 'answer.md': latin1 })));
    expect(failure).toMatchObject({ code: 'prompt-encoding' });
  });

  it.each(['missing', 'empty'])('when it is %s', (which) => {
    const folder = path.join(temporaryFolder(), 'prompts');
    if (which === 'empty') mkdirSync(folder);
    const failure = failureOf(() => loadPrompts(folder));
    expect(failure).toMatchObject({ code: 'no-prompts', message: expect.stringContaining('answer.md') });
  });
});
