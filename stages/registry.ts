import type { AnyStage } from '../engine/stage.ts';
import { answer } from './answer.ts';
import { buildPassages } from './build-passages.ts';
import { embed } from './embed.ts';
import { fitConversation } from './fit-conversation.ts';
import { indexPassages } from './index-passages.ts';
import { judge } from './judge.ts';
import { judgeSupport } from './judge-support.ts';
import { loadDataset } from './load-dataset.ts';
import { observe } from './observe.ts';
import { readConversation } from './read-conversation.ts';
import { retrieve } from './retrieve.ts';
import { score } from './score.ts';
import { summarize } from './summarize.ts';

const all: readonly AnyStage[] = [
  loadDataset,
  observe,
  summarize,
  buildPassages,
  embed,
  indexPassages,
  retrieve,
  fitConversation,
  readConversation,
  answer,
  score,
  judge,
  judgeSupport,
];

/** The stages that a pipeline may name. */
export const stages: ReadonlyMap<string, AnyStage> = new Map(all.map((stage) => [stage.name, stage]));
