import type { Overrides } from '../engine/pipeline/bind.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { readCatalog, type Alias, type Catalog } from '../models/catalog/catalog.ts';
import { tell } from './streams.ts';

/** The parameters that name models. */
const naming: readonly string[] = ['model', 'judge', 'memory-model'];

const told = new Set<string>();

/**
 * Puts the models that are meant in the place of the names of the released code and of names without a provider, so
 * that keys and reports have them, and tells it once. A name that stood for a length of the context sets that as well
 * where it is a parameter and not given.
 */
export function withoutAliases(
  { params }: Pick<PipelineDefinition, 'params'>,
  given: Overrides['params'],
): Overrides['params'] {
  const named = naming.filter((name) => given[name] !== undefined && !given[name].includes(':'));
  if (named.length === 0) return given;
  const catalog = readCatalog();
  const meant: { [name: string]: string } = { ...given };
  for (const parameter of named) {
    const names = (given[parameter] ?? '').split(',');
    const aliases = names.map((name) => aliasMeant(name.trim(), catalog));
    meant[parameter] = names.map((name, index) => aliases[index]?.model ?? name).join(',');
    for (const alias of aliases) {
      if (alias?.contextTokens !== undefined && params.has('context-tokens'))
        meant['context-tokens'] ??= String(alias.contextTokens);
    }
  }
  return meant;
}

/** What a name now means, told once; undefined where it means what it says. */
export function aliasMeant(name: string, { aliasOf }: Catalog): Alias | undefined {
  const alias = aliasOf(name);
  if (alias !== undefined && !told.has(name)) tell(`${name} now means ${alias.model}: ${alias.about}`);
  told.add(name);
  return alias;
}
