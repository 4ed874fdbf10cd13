import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Provider } from './provider.ts';

/** What of a refusal tells that it is the form of the reply which is refused. */
const aboutForm =
  /response_?(?:format|schema|mime)|json_?schema|output_?(?:config|format)|structured|grammar|guided/i;

/** Holds the replies of one model to a form, as long as its server does not refuse to. */
export class StructuredReplies {
  readonly #provider: Provider;
  #refused = false;

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  /**
   * Asks with the options that hold a reply to the schema. Where they are refused it asks without, now and from then
   * on: a server that knows no schemas, or a model that is too old for them, still has the prompt.
   */
  async ask<T>(schema: JsonSchema | undefined, ask: (options: object) => Promise<T>): Promise<T> {
    if (schema === undefined || this.#refused) return ask({});
    try {
      return await ask(this.#provider.replyOptions(schema));
    } catch (error) {
      if (!isAboutForm(error)) throw error;
      this.#refused = true;
      return ask({});
    }
  }
}

function isAboutForm(error: unknown): boolean {
  return (error instanceof ExpectedError || error instanceof ItemFailure) && aboutForm.test(error.message);
}
