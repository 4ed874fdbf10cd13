import { z } from 'zod';
import type { Service, ServiceRequest } from '../engine/service.ts';
import type { Sample, Session } from '../locomo/sample.ts';
import type { MemoryWriter, SessionRequest } from '../models/memory/memory-writer.ts';
import { chatSettings, name } from './settings.ts';

const given = z.strictObject({
  /** Whether memories are those of the data, or written anew. */
  source: z.enum(['released', 'generate']).default('released'),
  /** Who writes them. */
  model: name.default('extractive'),
  /** What of a shared picture is shown: nothing, its caption, or the words that it was searched by. */
  captions: z.enum(['none', 'caption', 'query']).default('caption'),
  ...chatSettings,
});

type Given = z.infer<typeof given>;

/** The settings of a stage that gives memories; those of the data need nothing besides. */
export type MemorySettings = { readonly source: 'released' } | (Given & { readonly source: 'generate' });

export const memorySettings: z.ZodType<MemorySettings> = given.transform(({ source, ...rest }) =>
  source === 'released' ? { source } : { source, ...rest },
);

export type MemoryServices = { readonly writer?: MemoryWriter & Service; readonly prompts?: Service };

/** The writer of memories that are not those of the data. */
export function writerRequests(
  settings: MemorySettings,
  kind: 'observations' | 'summary',
): { readonly writer?: ServiceRequest; readonly prompts?: ServiceRequest } {
  if (settings.source === 'released') return {};
  const { source: _source, captions: _captions, ...rest } = settings;
  const options = { ...rest, kind };
  return {
    writer: { kind: kind === 'summary' ? 'summary-writer' : 'observation-writer', options },
    prompts: { kind: 'writer-prompts', options, listsOnly: true },
  };
}

/** A session as a writer sees it. */
export function sessionRequest(
  { speakers }: Pick<Sample, 'speakers'>,
  { dateTime, turns }: Session,
  captions: Given['captions'],
): SessionRequest {
  return {
    speakers,
    dateTime,
    turns: turns.map(({ id, speaker, text, caption, imageQuery }) => {
      const shown = { none: undefined, caption, query: imageQuery ?? caption }[captions];
      return { id, speaker, text, ...(shown === undefined ? {} : { caption: shown }) };
    }),
  };
}
