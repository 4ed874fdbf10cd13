import type { BuildCommand } from './build-command.ts';

interface Entry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<BuildCommand>;
}

/** The commands, in the order of the help. */
export const commands: readonly Entry[] = [
  {
    name: 'run',
    summary: 'run a pipeline, taking from the store what is there',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'plan',
    summary: 'tell what runs would ask of servers and what they would cost, without asking',
    load: async () => (await import('./commands/plan.ts')).planCommand,
  },
  {
    name: 'score',
    summary: 'score the answers of any system, by the released scorer and by a repaired one',
    load: async () => (await import('./commands/score.ts')).scoreCommand,
  },
  {
    name: 'rejudge',
    summary: 'have a model judge the answers of a run, without answering again',
    load: async () => (await import('./commands/rejudge.ts')).rejudgeCommand,
  },
  {
    name: 'ls',
    summary: 'list the pipelines, stages, retrievers, embedders and models',
    load: async () => (await import('./commands/ls.ts')).lsCommand,
  },
  {
    name: 'models',
    summary: 'tell which models can be used here and what they cost, and try them',
    load: async () => (await import('./commands/models.ts')).modelsCommand,
  },
  {
    name: 'show',
    summary: 'show the steps and parameters of a pipeline',
    load: async () => (await import('./commands/show.ts')).showCommand,
  },
  {
    name: 'status',
    summary: 'show the last runs, what is unfinished, and the size of the store',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'explain',
    summary: 'tell why a step would run again',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  {
    name: 'diagnose',
    summary: 'tell where the questions of a run were lost',
    load: async () => (await import('./commands/diagnose.ts')).diagnoseCommand,
  },
  {
    name: 'gc',
    summary: 'clear the store of what no run needs',
    load: async () => (await import('./commands/gc.ts')).gcCommand,
  },
  {
    name: 'verify',
    summary: 'compute every number of a run again from its files',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'reproduce',
    summary: 'print the command that makes a run again',
    load: async () => (await import('./commands/reproduce.ts')).reproduceCommand,
  },
  {
    name: 'verify-table',
    summary: 'tell which names of the categories a table of scores allows',
    load: async () => (await import('./commands/verify-table.ts')).verifyTableCommand,
  },
  {
    name: 'compare',
    summary: 'compare the answers of systems question by question',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  {
    name: 'data',
    summary: 'check a data file, or fetch the released ones',
    load: async () => (await import('./commands/data.ts')).dataCommand,
  },
];
