/** Text in place of a secret. */
const mask = '[hidden]';
// Shorter ones are no secrets (`none`, `EMPTY`) or would black out ordinary words.
const shortestKey = 8;
const shortestPassword = 4;

/** Known secrets, and how they are taken out of texts. */
export class Secrets {
  readonly #passwords: readonly string[];
  #keys: readonly string[] = [];

  /** `passwords`: those that requests do not show, such as of proxies. */
  constructor(passwords: readonly string[] = []) {
    this.#passwords = formsOf(passwords.filter(({ length }) => length >= shortestPassword));
  }

  /** Remembers what a request proves itself by, without its scheme (`Bearer`). */
  addCredentials(headers: Headers): void {
    for (const name of credentialHeaders) {
      const key = (headers.get(name) ?? '').trim().replace(/^\w+\s+/, '');
      if (key.length >= shortestKey && !this.#keys.includes(key)) {
        this.#keys = formsOf([...this.#keys, key]);
      }
    }
  }

  /** A reply without the keys that requests showed: servers echo them. */
  hideKeys(text: string): string {
    return without(this.#keys, text);
  }

  /** A text for people, without any known secret or anything that looks like one. */
  redact(text: string): string {
    return without(this.#passwords, this.hideKeys(text))
      .replace(/\b(?:sk|pk|rk|gsk|xai|hf|r8|nvapi|pplx)[-_][\w*.-]{6,}/g, mask)
      .replace(/\bAIza[\w-]{20,}/g, mask)
      .replace(/(authorization\W{1,5}(?:bearer|basic)\s+)[\w+/=~.-]+/gi, `$1${mask}`)
      .replace(/\b(bearer\s+)[\w+/=~.-]{16,}/gi, `$1${mask}`)
      .replace(/(\w:\/\/)[^\s/@]+@/g, `$1`);
  }
}

/** Secrets as they are, percent-encoded and as JSON may write them; longer ones first, one may be part of another. */
function formsOf(secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((secret) => {
    const inJson = JSON.stringify(secret).slice(1, -1);
    return [secret, encodeURIComponent(secret), inJson, inJson.replaceAll('/', '\\/')];
  });
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, mask), text);
}

const credentialHeaders = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key', 'proxy-authorization'];
