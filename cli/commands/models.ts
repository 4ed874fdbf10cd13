import { Command } from 'commander';
import { unknownName } from '../../engine/unknown-name.ts';
import { readCatalog, type Catalog } from '../../models/catalog/catalog.ts';
import { chatNames, createChat, providerOf, providers } from '../../models/chats.ts';
import { checkModel, type CheckedModel } from '../../models/check-model.ts';
import { isLocal } from '../../models/local/local-chats.ts';
import { createModelContext } from '../../models/create-model-context.ts';
import type { ModelContext } from '../../models/model-context.ts';
import { modelToTry, providerState, type ProviderState } from '../../models/provider-state.ts';
import type { Provider } from '../../models/providers/provider.ts';
import { serverOf } from '../../models/providers/server.ts';
import { withDotEnv } from '../../models/remote/dot-env.ts';
import { createRemote } from '../../models/remote/remote.ts';
import { defaultPolicy } from '../../models/remote/retry.ts';
import { pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { aliasMeant } from '../model-aliases.ts';
import { modelsText } from '../models-table.ts';
import { print } from '../streams.ts';
import { systemClock } from '../system-clock.ts';

interface Flags {
  readonly check?: boolean;
  readonly baseUrl: string;
  readonly prices?: string;
  readonly json?: boolean;
}

/** `pipeline models`. */
export const modelsCommand: BuildCommand = () =>
  new Command()
    .description('Tells which models can be used here, how long their contexts are, and what they cost.')
    .argument('[names...]', 'models such as openai:gpt-4o-mini, or providers such as ollama (default: all)')
    .option('--check', 'try each named model, or one of each provider that is ready, with one tiny call')
    .option('--base-url <address>', 'server of the named models (default: of openai alone)', '')
    .option('--prices <file>', 'prices in place of those that ship', pathArgument)
    .option('--json', 'print one object')
    .action(async (names: readonly string[], flags: Flags) => {
      const catalog = readCatalog(flags.prices);
      const asked = askedFor(names, flags, catalog);
      // A server on this machine that is asked whether it is there answers at once.
      const quick = surroundings(catalog, 3000);
      for (const provider of asked.providers)
        if (flags.baseUrl !== '') serverOf(provider, quick, { address: flags.baseUrl, where: '--base-url' });
      const states = await Promise.all(
        asked.providers.map((provider) => providerState(provider, flags.baseUrl, quick)),
      );
      const listed = listedModels(asked, states, catalog);
      const checked = flags.check === true ? await check(asked, states, flags, catalog) : undefined;
      const overview = {
        asOf: catalog.asOf,
        providers: states,
        models: listed.map((model) => quick.factsOf(model)),
        aliases: names.length === 0 && flags.baseUrl === '' ? catalog.aliases : {},
        ...(checked === undefined ? {} : { checked }),
      };
      print(flags.json === true ? JSON.stringify(overview) : modelsText(overview));
      if (checked !== undefined && (checked.length === 0 || checked.some(({ reply }) => reply === null)))
        process.exitCode = 1;
    });

/** Whom the command is about. */
interface Asked {
  readonly providers: readonly Provider[];
  /** Those of the providers that were named as a whole, or of all. */
  readonly whole: readonly Provider[];
  readonly models: readonly string[];
}

function askedFor(names: readonly string[], { baseUrl }: Flags, catalog: Catalog): Asked {
  const meant = names.map((name) => aliasMeant(name, catalog)?.model ?? name);
  const everyone = baseUrl === '' ? providers : providers.slice(0, 1);
  const whole = names.length === 0 ? everyone : providers.filter(({ name }) => meant.includes(name));
  const models = meant.filter((name) => whole.every((provider) => provider.name !== name));
  const serving = models.map((model) => {
    const provider = providerOf(model);
    if (provider === undefined && !isLocal(model)) throw unknownName('model', model, chatNames());
    return provider;
  });
  return {
    providers: providers.filter((one) => whole.includes(one) || serving.includes(one)),
    whole,
    models,
  };
}

function listedModels(
  { whole, models }: Asked,
  states: readonly ProviderState[],
  catalog: Catalog,
): string[] {
  const served = states.flatMap(({ name, served: own }) => (own ?? []).map((model) => `${name}:${model}`));
  const known = [...catalog.models, ...served];
  const ofWhole = known.filter((model) => whole.some((provider) => providerOf(model) === provider));
  return [...new Set([...models, ...ofWhole])];
}

/** Servers are asked side by side, each one thing at a time. */
async function check(
  { whole, models }: Asked,
  states: readonly ProviderState[],
  { baseUrl }: Flags,
  catalog: Catalog,
): Promise<readonly CheckedModel[]> {
  const context = surroundings(catalog);
  const ready = states.filter(
    ({ name, problem }) => problem === undefined && whole.some((provider) => provider.name === name),
  );
  const tried = ready.flatMap((state) => modelToTry(state, catalog.models, catalog) ?? []);
  const settings = { baseUrl, tag: '', temperature: null, maxTokens: null };
  const chats = [...new Set([...models, ...tried])].flatMap((model) => {
    const chat = createChat(model, settings, context);
    return chat === undefined ? [] : [{ model, chat }];
  });
  return Promise.all(chats.map(({ model, chat }) => checkModel(model, chat, context)));
}

function surroundings(catalog: Catalog, timeoutMs?: number): ModelContext {
  const env = withDotEnv(process.env, process.cwd());
  return createModelContext({
    // Chat models keep nothing on disk.
    modelFolder: '',
    env,
    remote: createRemote(env, systemClock, timeoutMs === undefined ? {} : { timeoutMs }),
    limits: { concurrency: 1 },
    // Whoever tries does not want to wait.
    policy: { ...defaultPolicy, tries: 2, longestWaitMs: 5000 },
    costOf: catalog.costOf,
    factsOf: catalog.factsOf,
  });
}
