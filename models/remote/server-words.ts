/** What a server says of an error, in whichever of the known shapes; empty where it says nothing. */
export interface ServerWords {
  readonly message: string;
  /** Codes and types as they stand, such as `insufficient_quota` and `invalid_request_error`. */
  readonly names: readonly string[];
  /** A status inside the body, which counts where the reply itself claims success. */
  readonly status: number | undefined;
  /** How long it asks to wait, such as `34.5s`: Google's `RetryInfo`. */
  readonly retryDelay?: string | undefined;
}

/** What a body that is JSON says of an error; undefined where it holds none. */
export function errorIn(body: unknown): ServerWords | undefined {
  if (Array.isArray(body)) return body.length === 1 ? errorIn(body[0]) : undefined;
  if (!isRecord(body)) return undefined;
  // OpenRouter reports what went wrong while answering beside the answer's place.
  const choice: unknown = Array.isArray(body['choices']) ? body['choices'][0] : undefined;
  const error = body['error'] ?? (isRecord(choice) ? choice['error'] : undefined);
  if (typeof error === 'string' && error !== '') return { message: error, names: [], status: undefined };
  if (isRecord(error)) return wordsOf(error);
  return body['object'] === 'error' || body['type'] === 'error' ? wordsOf(body) : undefined;
}

/** What a refusal says, in the shapes that have no `error` too: `detail`, `message`, or plain text. */
export function refusalIn(body: unknown, text: string): ServerWords {
  const error = errorIn(body);
  if (error !== undefined) return error;
  if (isRecord(body)) return wordsOf(body);
  return { message: text, names: [], status: undefined };
}

function wordsOf(error: { readonly [name: string]: unknown }): ServerWords {
  const inner = [error['innererror'], error['metadata']].filter(isRecord);
  const names = [error, ...inner].flatMap((part) => [
    part['code'],
    part['type'],
    part['status'],
    part['param'],
  ]);
  const details: unknown = error['details'];
  const delays = Array.isArray(details) ? details.filter(isRecord).map((detail) => detail['retryDelay']) : [];
  const numbers = [error['code'], error['status'], error['statusCode']].map(Number);
  return {
    message: messageOf(error) ?? '',
    names: names.filter((name) => typeof name === 'string'),
    status: numbers.find((number) => number >= 400 && number < 600),
    retryDelay: delays.find((delay) => typeof delay === 'string'),
  };
}

function messageOf(error: { readonly [name: string]: unknown }): string | undefined {
  const { message, detail, msg, metadata } = error;
  const raw = isRecord(metadata) ? metadata['raw'] : undefined;
  if (typeof message === 'string' && message !== '') {
    // A broker's own words are mostly "Provider returned error"; the provider's say more.
    return typeof raw === 'string' && raw !== '' ? `${message}: ${raw}` : message;
  }
  if (typeof detail === 'string') return detail;
  const first: unknown = Array.isArray(detail) ? detail[0] : detail;
  if (isRecord(first)) return messageOf(first);
  if (typeof msg === 'string') return msg;
  return undefined;
}

export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
