import { STATUS_CODES } from 'node:http';
import { faultOfAnswer } from './classify-answer.ts';
import { passingFault, runFault, type Fault } from './fault.ts';
import { parsedJson } from './parsed-json.ts';
import { faultOfRefusal } from './refusals.ts';
import { isJsonLines, jsonLines } from './json-lines.ts';
import { durationIn, retryAfter, waitInWords, type HeaderSource } from './retry-after.ts';
import { errorIn, isRecord, refusalIn, type ServerWords } from './server-words.ts';
import { shortened } from './shortened.ts';

/** A reply of an HTTP server, read to its end. */
export interface ServerReply {
  readonly status: number;
  readonly headers: HeaderSource;
  readonly text: string;
  /** The path that was asked, which tells what the reply has to hold. */
  readonly path?: string;
}

/**
 * What is wrong with the reply of a JSON API of OpenAI's shape; undefined where it can be used. `now` in
 * milliseconds since the epoch.
 */
export function faultOfReply(reply: ServerReply, now: number): Fault | undefined {
  const { status, headers, text, path } = reply;
  const succeeded = status >= 200 && status < 300;
  if (status >= 300 && status < 400) return redirected(reply);
  if (/^\uFEFF?\s*</.test(text)) return faultOfPage(reply, now);
  if (succeeded && isFileContent(path)) return undefined;
  const body = isJsonLines(headers.get('content-type')) ? merged(jsonLines(text)) : parsedJson(text);
  if (!succeeded) return refused(status, refusalIn(body, text), reply, now);
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) return undefined;
  if (!isRecord(body)) return faultOfNoJson(status, text);
  const error = errorIn(body);
  if (error === undefined) return faultOfAnswer(body, path);
  const inside = error.status ?? statusMeantBy([...error.names, error.message].join(' '));
  const fault = refused(inside, error, reply, now);
  return { ...fault, reason: `${shownStatus(status)} with an error inside: ${fault.reason}` };
}

/** A file of OpenAI's API holds whatever was put into it. */
function isFileContent(path = ''): boolean {
  return /\/files\/[^/]+\/content$/.test(path);
}

function refused(status: number, words: ServerWords, { headers }: ServerReply, now: number): Fault {
  const message = shortened(words.message);
  const reason = message === '' ? shownStatus(status) : `${shownStatus(status)}: ${message}`;
  const said = [...words.names, words.message].join(' ');
  const wait = retryAfter(headers, now) ?? durationIn(words.retryDelay) ?? waitInWords(words.message);
  return faultOfRefusal(status, said, reason, wait);
}

function redirected({ status, headers }: ServerReply): Fault {
  const target = shortened(headers.get('location') ?? 'another address');
  return runFault('wrong-address', `${shownStatus(status)}: the server sends to ${target}`);
}

/** A page for people comes from the wrong path, a gateway or a proxy: never from the model. */
function faultOfPage({ status, headers, text }: ServerReply, now: number): Fault {
  const title = shortened(/<title[^>]*>([^<]*)</i.exec(text)?.[1] ?? '');
  const page = `an HTML page in place of JSON${title === '' ? '' : `, titled “${title}”`}`;
  const reason = `${shownStatus(status)}: ${page}`;
  const byStatus = status >= 500 || [407, 408, 425, 429].includes(status);
  if (byStatus) return faultOfRefusal(status, '', reason, retryAfter(headers, now));
  return runFault('wrong-address', reason);
}

function faultOfNoJson(status: number, text: string): Fault {
  if (text.trim() === '') return passingFault('empty-answer', `${shownStatus(status)}: an empty body`);
  if (/^\s*[{[]/.test(text))
    return passingFault('broken-off', `${shownStatus(status)}: JSON that breaks off or is malformed`);
  return runFault('wrong-address', `${shownStatus(status)}: no JSON but “${shortened(text)}”`);
}

/** The status that an error inside a success stands for, by its words; most are failures of the moment. */
function statusMeantBy(said: string): number {
  if (/rate.?limit|too many requests/i.test(said)) return 429;
  if (/overload|capacity|unavailable/i.test(said)) return 503;
  if (/unauthori[sz]ed|permission|api.?key/i.test(said)) return 401;
  if (/not.?found|does not exist|unexpected endpoint/i.test(said)) return 404;
  if (/invalid.?request|bad.?request|context|too long|filter/i.test(said)) return 400;
  return 500;
}

function shownStatus(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

/** Pieces of a reply as one: what the last says, with the message of all; undefined where one is cut or the last is not it. */
function merged(pieces: readonly unknown[]): unknown {
  const objects = pieces.filter(isRecord);
  const failed = objects.find((piece) => piece['error'] !== undefined);
  if (failed !== undefined) return failed;
  const last = objects.at(-1);
  if (objects.length < pieces.length || last?.['done'] !== true) return undefined;
  const content = objects
    .map(({ message }) =>
      isRecord(message) && typeof message['content'] === 'string' ? message['content'] : '',
    )
    .join('');
  return { ...last, message: { role: 'assistant', content } };
}
