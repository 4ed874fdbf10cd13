import { passingFault, runFault, type Fault } from './fault.ts';
import { faultOfReply } from './classify.ts';
import { causesOf } from './remote-fault.ts';
import { isRecord } from './server-words.ts';
import { shortened } from './shortened.ts';

/** What the codes of Node, of its TLS and of undici mean; the first that fits. */
const byCode: readonly (readonly [RegExp, (reason: string) => Fault])[] = [
  [
    /^(?:CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/,
    (reason) => runFault('untrusted-certificate', reason),
  ],
  [/^(?:ERR_SSL_|EPROTO$|ERR_INVALID_URL$)/, (reason) => runFault('wrong-address', reason)],
  [
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ECONNABORTED)$/,
    (reason) => passingFault('unreachable', reason),
  ],
  [
    /^(?:ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/,
    (reason) => passingFault('timed-out', reason),
  ],
  [
    /^(?:ECONNRESET|EPIPE|HPE_\w+|HTTPParserError|UND_ERR_(?:SOCKET|RES_\w+|ABORTED|CLOSED|DESTROYED|INFO))$/,
    (reason) => passingFault('broken-off', reason),
  ],
];

const inWords: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up at the moment',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed in the middle',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the body is not as long as announced',
};

/**
 * What a thrown error and its causes say of the network or the server; undefined where it is none of theirs.
 * `now` in milliseconds since the epoch.
 */
export function faultOfError(error: unknown, now: number): Fault | undefined {
  const causes = causesOf(error).filter(isRecord);
  // The innermost cause is the most exact.
  for (const cause of causes.toReversed()) {
    const { code, name, message, status } = cause;
    const told = String(code ?? name);
    const kind = byCode.find(([pattern]) => pattern.test(told))?.[1];
    if (kind !== undefined) return kind(shownCode(told, message));
    if (typeof status === 'number' && status >= 300 && status < 600) return faultOfStatus(cause, status, now);
  }
  // Some clients keep nothing but these words.
  const timedOut = causes.some(
    ({ name, message }) => name === 'TimeoutError' || /^request timed out/i.test(String(message)),
  );
  if (timedOut) return passingFault('timed-out', 'the request timed out');
  const lost = causes.find(({ message }) =>
    /^(?:fetch failed|connection error|terminated)/i.test(String(message)),
  );
  return lost && passingFault('broken-off', shortened(String(lost['message'])));
}

/** Errors of client libraries that carry the status, and perhaps body and headers, of the reply. */
function faultOfStatus(
  { error, message, headers }: { readonly [name: string]: unknown },
  status: number,
  now: number,
): Fault | undefined {
  const text = isRecord(error) ? JSON.stringify({ error }) : String(message ?? '');
  return faultOfReply({ status, text, headers: headers instanceof Headers ? headers : new Headers() }, now);
}

function shownCode(code: string, message: unknown): string {
  const words = inWords[code] ?? shortened(typeof message === 'string' ? message : '');
  return words === '' ? code : `${words} (${code})`;
}
