/** What every fault tells its reader. */
interface Facts {
  /** One clause without a full stop: the status and the server's own words, shortened. */
  readonly reason: string;
  /** What to do about it, as a sentence. */
  readonly remedy: string;
}

/** No call of this run can succeed. */
export interface RunFault extends Facts {
  readonly ends: 'run';
  readonly code: keyof typeof runRemedies;
}

/** This item's call cannot succeed; those of others can. */
export interface ItemFault extends Facts {
  readonly ends: 'item';
  readonly code: keyof typeof itemRemedies;
}

/** The same call may succeed later. */
export interface PassingFault extends Facts {
  readonly ends: 'attempt';
  readonly code: keyof typeof passingRemedies;
  /** How long the server asks to wait, in milliseconds, where it does. */
  readonly waitMs?: number;
}

/** Why a call to a server came to nothing, told apart by what it puts an end to. */
export type Fault = RunFault | ItemFault | PassingFault;

const runRemedies = {
  'bad-key': 'Check the API key, and that it may use this model at this server.',
  'no-credit': 'Add credit or raise the spending limit at the provider, then run the same command again.',
  'unknown-model': 'Name a model that this server has; its list is at /models below the base URL.',
  'wrong-address':
    'Check the base URL: it usually ends in /v1, and requests go to /chat/completions below it.',
  'unsupported-parameter': 'Choose a model that takes this parameter, or leave the setting out.',
  'untrusted-certificate': 'Name the file of the certificate authority in NODE_EXTRA_CA_CERTS.',
  'proxy-refused':
    'Check user and password of the proxy and whether it lets this server through, or add the server to NO_PROXY.',
  'bad-proxy': 'Set it to an address such as http://proxy.example:3128, or unset it.',
} as const;

const itemRemedies = {
  'too-long': 'Use fewer or shorter passages, or a model with a longer context.',
  filtered: 'The provider holds this text back; another model or provider may not.',
  'cut-short': 'Allow longer answers, or use a model that answers more briefly.',
  refused: 'The server does not take this request as it is.',
} as const;

const again = 'Run the same command again later: what is finished is kept.';
const passingRemedies = {
  overloaded: `Use less concurrency or lower limits. ${again}`,
  'server-error': again,
  unreachable: 'Check that the server runs, its address, and the network; then run the same command again.',
  'proxy-failed': 'Check the proxy that HTTP_PROXY or HTTPS_PROXY names, or add the server to NO_PROXY.',
  'timed-out': `Allow more time for a request. ${again}`,
  'broken-off': again,
  unreadable: `Check that the server speaks the API of the provider that was named. ${again}`,
  'empty-answer': again,
} as const;

export function runFault(code: RunFault['code'], reason: string): RunFault {
  return { ends: 'run', code, reason, remedy: runRemedies[code] };
}

export function itemFault(code: ItemFault['code'], reason: string): ItemFault {
  return { ends: 'item', code, reason, remedy: itemRemedies[code] };
}

/** `waitMs`: the wait that the server asks for, where it does. */
export function passingFault(code: PassingFault['code'], reason: string, waitMs?: number): PassingFault {
  const asked = waitMs === undefined ? {} : { waitMs };
  return { ends: 'attempt', code, reason, remedy: passingRemedies[code], ...asked };
}
