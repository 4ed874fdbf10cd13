/** Text in place of a secret. */
const mask = '[hidden]';
/** Shorter ones would black out ordinary words. */
const shortest = 4;

/** Known secrets, and how they are taken out of texts. */
export class Secrets {
  #known: readonly string[] = [];

  constructor(known: readonly string[] = []) {
    known.forEach((secret) => this.add(secret));
  }

  /** Hides a secret from now on, also percent-encoded and as JSON writes it. */
  add(secret: string): void {
    if (secret.length < shortest) return;
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    if (forms.every((form) => this.#known.includes(form))) return;
    // Longer ones first: one may be part of another.
    this.#known = [...new Set([...this.#known, ...forms])].toSorted((a, b) => b.length - a.length);
  }

  /** Hides what a request proves itself by, without its scheme (`Bearer`). */
  addCredentials(headers: Headers): void {
    for (const name of credentialHeaders) {
      const value = headers.get(name)?.trim();
      if (value !== undefined && value !== '') this.add(value.replace(/^\w+\s+/, ''));
    }
  }

  /** The text without any known secret. */
  hide(text: string): string {
    return this.#known.reduce((hidden, secret) => hidden.replaceAll(secret, mask), text);
  }

  /** The text without any known secret or anything that looks like one, for what people are shown. */
  redact(text: string): string {
    return this.hide(text)
      .replace(/\b(?:sk|pk|rk|gsk|xai|hf|r8|nvapi|pplx)[-_][\w*.-]{6,}/g, mask)
      .replace(/\bAIza[\w-]{20,}/g, mask)
      .replace(/\b(Bearer|Basic)\s+[\w+/=~.-]{8,}/gi, `$1 ${mask}`)
      .replace(/(\w:\/\/)[^\s/@]+@/g, `$1`);
  }
}

const credentialHeaders = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key', 'proxy-authorization'];
