import { ExpectedError } from '../../engine/expected-error.ts';
import { runFault } from '../remote/fault.ts';
import { RemoteFault } from '../remote/remote-fault.ts';
import type { Provider } from './provider.ts';

/** Settings that some models refuse, and the flag that leaves each of them to the model. */
const refusable = [
  { setting: /temperature/i, what: 'temperature', flag: 'temperature' },
  { setting: /max_(?:completion_|output_)?tokens/i, what: 'longest reply', flag: 'max-tokens' },
];

/**
 * Throws what a client library threw; as a refusal of the model where the library refuses a setting itself, which it
 * knows that the model would.
 */
export function rethrowAsRefusal(error: unknown): never {
  if (error instanceof Error && /^\S+ is not supported\b/.test(error.message) && settingIn(error.message))
    throw new RemoteFault(runFault('unsupported-parameter', error.message));
  throw error;
}

/** Throws an error with what to do about it at this provider. `flags`: how the flags begin that set the model up. */
export function rethrowWithRemedy(
  error: unknown,
  { provider, model, flags }: { readonly provider: Provider; readonly model: string; readonly flags: string },
): never {
  if (!(error instanceof ExpectedError)) throw error;
  const own = provider.remedies?.[error.code];
  if (own !== undefined) throw error.withRemedy(own(model));
  const refused = error.code === 'unsupported-parameter' ? settingIn(error.message) : undefined;
  if (refused === undefined) throw error;
  throw error.withRemedy(`This model sets its ${refused.what} itself: add ${flags}${refused.flag} none.`);
}

function settingIn(message: string): (typeof refusable)[number] | undefined {
  return refusable.find(({ setting }) => setting.test(message));
}
