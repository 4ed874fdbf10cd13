import { parseStamp, type Stamp } from '../../locomo/dates.ts';
import type { Turn } from '../../locomo/sample.ts';
import { contentStems, words } from '../../locomo/text/tokens.ts';
import { countTerms, inverseDocumentFrequency, type TermCounts } from '../bm25-scorer.ts';
import type { Corpus } from '../retriever.ts';
import { turnTexts } from '../turn-windows.ts';

/** A turn, prepared for matching. */
export interface PreparedTurn {
  readonly turn: Turn;
  /** Its words and the caption of its picture. */
  readonly text: string;
  /** Of its content words, the speakers' names left out, in order. */
  readonly stems: readonly string[];
  readonly counts: TermCounts;
  /** Its place in the conversation, from 0. */
  readonly place: number;
  /** The place of its session among the sessions, from 0. */
  readonly sitting: number;
  /** How many turns of its session are before it. */
  readonly before: number;
  /** Whether it ends by asking. */
  readonly asks: boolean;
  /** Whether it asks anywhere. */
  readonly asksAnywhere: boolean;
}

/** A conversation as all features read it: its turns and the dates of its sessions, and nothing that was written about it. */
export interface Conversation {
  readonly speakers: readonly [string, string];
  /** The words of the speakers' names, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly turns: readonly PreparedTurn[];
  readonly sittings: readonly {
    readonly turns: readonly PreparedTurn[];
    readonly stamp: Stamp | undefined;
  }[];
  /** How rare a stem is among the turns. */
  idf(stem: string): number;
}

/** Prepares a conversation; the passages of its database are not looked at. */
export function prepareConversation({
  speakers,
  sessions,
}: Pick<Corpus, 'speakers' | 'sessions'>): Conversation {
  const names = new Set(speakers.flatMap(words));
  const texts = turnTexts(sessions);
  let place = 0;
  const sittings = sessions.map((session, sitting) => ({
    stamp: parseStamp(session.dateTime),
    turns: session.turns.map((turn, before) => {
      const text = texts[place] ?? '';
      return prepareTurn({ turn, text, place: place++, sitting, before }, names);
    }),
  }));
  const turns = sittings.flatMap((sitting) => sitting.turns);
  return {
    speakers,
    names,
    turns,
    sittings,
    idf: inverseDocumentFrequency(turns.map(({ counts }) => counts)),
  };
}

function prepareTurn(
  given: Pick<PreparedTurn, 'turn' | 'text' | 'place' | 'sitting' | 'before'>,
  names: ReadonlySet<string>,
): PreparedTurn {
  const stems = contentStems(given.text, names);
  const said = given.turn.text;
  return {
    ...given,
    stems,
    counts: countTerms(stems),
    asks: said.trimEnd().endsWith('?'),
    asksAnywhere: said.includes('?'),
  };
}

/** The turn so many places behind another one of its session, or before it; undefined beyond its ends. */
export function neighbour(
  { sittings }: Pick<Conversation, 'sittings'>,
  { sitting, before }: PreparedTurn,
  offset: number,
): PreparedTurn | undefined {
  return sittings[sitting]?.turns[before + offset];
}
