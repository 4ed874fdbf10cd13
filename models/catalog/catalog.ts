import path from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import type { Usage } from '../remote/usage.ts';
import { readCatalogFile, type CatalogFile } from './catalog-file.ts';
import type { ModelFacts, Price } from './model-facts.ts';

/** A name of the released code, or one without its provider, and what it means. */
export interface Alias {
  readonly model: string;
  readonly about: string;
  /** The length of the context that the name stood for. */
  readonly contextTokens?: number;
}

/** What is known of models, by names such as `openai:gpt-4o`. */
export interface Catalog {
  /** When it was looked up. */
  readonly asOf: string;
  readonly models: readonly string[];
  /** The names of the released code. */
  readonly aliases: { readonly [name: string]: Alias };
  /** Of a model that is not listed nothing is known but how its tokens may be estimated. */
  factsOf(model: string): ModelFacts;
  /** Undefined where the name means what it says. */
  aliasOf(name: string): Alias | undefined;
  /** Dollars for the tokens of a call; undefined where the price is not known. */
  costOf(model: string, usage: Usage): number | undefined;
  /** The models whose costs were asked for and have no price. */
  readonly unknown: ReadonlySet<string>;
}

const shipped = path.join(packageRoot, 'models', 'catalog', 'catalog.yaml');

/** Stands in where nothing is known of a model's tokeniser. */
const anyTokeniser = 'open';

let ownFile: CatalogFile | undefined;

/** The catalogue that ships, read when it is first asked: most runs ask nothing of it. */
function own(): CatalogFile {
  return (ownFile ??= readCatalogFile(shipped, shipped));
}

/** The catalogue that ships; prices are those of another file where one is named. */
export function readCatalog(prices?: string): Catalog {
  const given = prices === undefined ? undefined : readCatalogFile(prices, shipped);
  const priced = (): CatalogFile => given ?? own();
  const unknown = new Set<string>();
  const factsOf = (name: string): ModelFacts => {
    const { contextTokens = null, replyTokens = null, tokeniser } = entryOf(own(), name) ?? {};
    return {
      name,
      contextTokens,
      replyTokens,
      tokeniser: tokeniser ?? anyTokeniser,
      price: priceOf(entryOf(priced(), name)),
    };
  };
  return {
    get asOf() {
      return priced().asOf;
    },
    get models() {
      return Object.keys({ ...own().models, ...priced().models });
    },
    get aliases() {
      return own().aliases;
    },
    unknown,
    factsOf,
    aliasOf(name) {
      const { aliases, models } = own();
      if (Object.hasOwn(aliases, name)) return aliases[name];
      const model = Object.keys(models).find((each) => each.endsWith(`:${name}`) && !name.includes(':'));
      return model === undefined
        ? undefined
        : { model, about: `the provider is ${model.slice(0, model.indexOf(':'))}` };
    },
    costOf(model, usage) {
      const { price } = factsOf(model);
      if (price !== null) return cost(price, usage);
      unknown.add(model);
      return undefined;
    },
  };
}

function cost(price: Price, { input, cachedInput, cacheWrite = 0, output }: Usage): number {
  // Providers count cached tokens among the input.
  const fresh = input - cachedInput - cacheWrite;
  const { cachedInput: cached = price.input, cacheWrite: written = price.input } = price;
  return (fresh * price.input + cachedInput * cached + cacheWrite * written + output * price.output) / 1e6;
}

type Entry = CatalogFile['models'][string];

/** The entry of a model, of the one that it is a dated snapshot of, or of the one that its tag is a size of. */
function entryOf({ models }: CatalogFile, name: string): Entry | undefined {
  const names = [name, name.replace(/-\d{4}-?\d{2}-?\d{2}$/, ''), name.replace(/^(ollama:[^:]+):.*$/, '$1')];
  const found = names.find((each) => Object.hasOwn(models, each));
  return found === undefined ? undefined : models[found];
}

function priceOf(entry: Entry | undefined): Price | null {
  const { input, cachedInput, cacheWrite, output = 0, batchShare } = entry ?? {};
  if (input === undefined) return null;
  return {
    input,
    output,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(batchShare === undefined ? {} : { batchShare }),
  };
}
