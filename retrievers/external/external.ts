import { z } from 'zod';
import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { LineProcess, wordsOf } from './line-process.ts';
import type { Corpus, Hit, Retriever } from '../retriever.ts';

/** So long a program may take for one reply, in milliseconds. */
const patience = 300_000;

const ranking = z.looseObject({ passages: z.array(z.string()) });

/**
 * Ranks by asking a program of the user, whatever it ranks by: JSON lines, as `docs/external-retrievers.md` has them. The
 * command is its identity: a program that changes wants another one, such as a further argument.
 */
export function createExternal(command: string): Retriever {
  if (wordsOf(command).length === 0)
    throw new ExpectedError({
      code: 'external-retriever',
      message: 'Expected a command behind "external:", found none.',
      where: '--retriever',
      remedy: "Give it as in --retriever 'external:python3 my_retriever.py'.",
    });
  const program = new LineProcess(command, patience);
  return {
    identity: { retriever: 'external', protocol: 1, command },
    async open(corpus, _vectors, _folder, signal) {
      const { sampleId, passages } = corpus;
      if (passages.length > 0) await program.ask({ open: openingOf(corpus) }, signal);
      const positions = new Map(passages.map(({ id }, position) => [id, position]));
      return {
        async rank({ text }, depth, stopping) {
          if (depth < 1 || passages.length === 0) return [];
          const reply = await program.ask({ rank: { sampleId, text, depth } }, stopping);
          return hitsOf(ranking.safeParse(reply).data?.passages, positions, command).slice(0, depth);
        },
      };
    },
  };
}

/** What a program is told of a conversation. */
function openingOf({ sampleId, speakers, sessions, passages }: Corpus): object {
  return {
    sampleId,
    speakers,
    sessions: sessions.map(({ number, dateTime, turns }) => ({
      number,
      dateTime,
      turns: turns.map(({ id, speaker, text, caption }) => ({ id, speaker, text, caption })),
    })),
    passages: passages.map(({ id, text, session, dateTime, speaker, turnIds }) => ({
      id,
      text,
      session,
      dateTime,
      speaker,
      turnIds,
    })),
  };
}

function hitsOf(
  ids: readonly string[] | undefined,
  positions: ReadonlyMap<string, number>,
  command: string,
): readonly Hit[] {
  const wrong = (what: string): ItemFailure =>
    new ItemFailure(
      `${command}: expected \`passages\`, a list of ids of passages, best first; found ${what}`,
    );
  if (ids === undefined) throw wrong('none');
  const seen = new Set<string>();
  return ids.map((id, rank) => {
    const position = positions.get(id);
    if (position === undefined) throw wrong(`${JSON.stringify(id)}, which is no passage`);
    if (seen.has(id)) throw wrong(`${JSON.stringify(id)} twice`);
    seen.add(id);
    return { position, score: 1 / (rank + 1) };
  });
}
