import { Command } from 'commander';
import { aboutDatabase } from '../../locomo/passages/build-passages.ts';
import { databases } from '../../locomo/passages/passage.ts';
import { aboutEmbedder, embedderNames } from '../../models/embedders.ts';
import { aboutReader, readerNames } from '../../models/readers.ts';
import { findPipeline, pipelineNames } from '../../pipelines/find.ts';
import { alignLeft } from '../../report/columns.ts';
import { aboutRetriever, retrieverNames } from '../../retrievers/registry.ts';
import { stages } from '../../stages/registry.ts';
import type { BuildCommand } from '../build-command.ts';
import { print } from '../streams.ts';

/** `pipeline ls`. */
export const lsCommand: BuildCommand = () =>
  new Command()
    .description('Lists what a run can be made of.')
    .option('--json', 'print one object')
    .action((flags: { readonly json?: boolean }) => {
      const parts = contents();
      if (flags.json === true) print(JSON.stringify(parts));
      else
        print(
          Object.entries(parts)
            .map(([title, rows]) => `${title}\n${alignLeft(rows.map(indented))}`)
            .join('\n\n'),
        );
    });

function contents(): {
  readonly [title: string]: readonly { readonly name: string; readonly about: string }[];
} {
  return {
    pipelines: pipelineNames().map((name) => ({ name, about: findPipeline(name).summary })),
    stages: [...stages.values()].map(({ name, summary }) => ({ name, about: summary })),
    databases: databases.map((name) => ({ name, about: aboutDatabase(name) })),
    retrievers: retrieverNames.map((name) => ({ name, about: aboutRetriever(name) ?? '' })),
    embedders: embedderNames.map((name) => ({ name, about: aboutEmbedder(name) ?? '' })),
    models: readerNames.map((name) => ({ name, about: aboutReader(name) ?? '' })),
  };
}

function indented({ name, about }: { readonly name: string; readonly about: string }): readonly string[] {
  return [`  ${name}`, about];
}
