import { itemFault, passingFault, runFault, type Fault } from './fault.ts';

/** What a refusal means where its status and its words fit. */
interface Refusal {
  /** All where absent. */
  readonly status?: (status: number) => boolean;
  /** Sought in the codes, the types and the message that came with it. */
  readonly says?: RegExp;
  fault(reason: string, waitMs: number | undefined): Fault;
}

const client = (status: number): boolean => status < 500 && status !== 429;
const oneOf =
  (...wanted: number[]) =>
  (status: number): boolean =>
    wanted.includes(status);

/**
 * First match wins. Codes and words come before plain statuses: a spent credit is sent as 429, a bad key as
 * 400, a model that is not there as 400, 403 or 404, depending on the provider.
 */
const refusals: readonly Refusal[] = [
  {
    says: /insufficient_quota|billing_hard_limit|billing_not_active|insufficient (?:balance|credits|funds)|credit balance is too low/i,
    fault: (reason) => runFault('no-credit', reason),
  },
  { status: oneOf(402), fault: (reason) => runFault('no-credit', reason) },
  {
    says: /\b(?:model_not_found|model_deprecated|DeploymentNotFound)\b/,
    fault: (reason) => runFault('unknown-model', reason),
  },
  {
    says: /\b(?:invalid_api_key|authentication_error|API_KEY_INVALID|AuthenticationError)\b/,
    fault: (reason) => runFault('bad-key', reason),
  },
  {
    says: /\b(?:context_length_exceeded|string_above_max_length|exceed_context_size_error)\b/,
    fault: (reason) => itemFault('too-long', reason),
  },
  {
    status: client,
    says: /content_?filter|content_?policy|ResponsibleAIPolicy|content management policy|\bmoderation\b|\bflagged\b|\binvalid_prompt\b/i,
    fault: (reason) => itemFault('filtered', reason),
  },
  {
    status: client,
    says: /(?:incorrect|invalid) api.?key|api.?key (?:is )?(?:not valid|invalid)|location is not supported/i,
    fault: (reason) => runFault('bad-key', reason),
  },
  { status: oneOf(401, 403), fault: (reason) => runFault('bad-key', reason) },
  {
    status: (status) => status !== 503,
    says: /request too large|(?:maximum|model's|available) context|context (?:length|window|size)|prompt is too long|too many (?:input )?tokens|reduce the length|maximum (?:input length|number of tokens)/i,
    fault: (reason) => itemFault('too-long', reason),
  },
  { status: oneOf(413), fault: (reason) => itemFault('too-long', reason) },
  {
    status: client,
    says: /not a valid model|\bmodels\/\S+ is not found|invalid model|no endpoints found|model\b.{0,80}\b(?:not found|does not exist|not exist|not loaded)|no models? (?:is |are )?loaded|no such model|unknown model/i,
    fault: (reason) => runFault('unknown-model', reason),
  },
  {
    status: oneOf(404, 410),
    says: /\bmodel\b|\bdeployment\b/i,
    fault: (reason) => runFault('unknown-model', reason),
  },
  { status: oneOf(404, 405, 410, 501), fault: (reason) => runFault('wrong-address', reason) },
  { status: oneOf(407), fault: (reason) => runFault('proxy-refused', reason) },
  {
    status: oneOf(400, 422),
    says: /unsupported_(?:parameter|value)|unknown_parameter|(?:unsupported|unrecognized|unknown|unexpected) (?:request )?(?:parameter|value|argument|field|keyword)|extra inputs are not permitted|does not support|not supported/i,
    fault: (reason) => runFault('unsupported-parameter', reason),
  },
  { status: oneOf(408), fault: (reason, waitMs) => passingFault('timed-out', reason, waitMs) },
  {
    status: oneOf(429, 498, 503, 529),
    fault: (reason, waitMs) => passingFault('overloaded', reason, waitMs),
  },
  {
    status: (status) => status >= 500 || oneOf(409, 425, 499)(status),
    fault: (reason, waitMs) => passingFault('server-error', reason, waitMs),
  },
];

/** What a refusal means. `said`: the codes, types and message that came with it. */
export function faultOfRefusal(
  status: number,
  said: string,
  reason: string,
  waitMs: number | undefined,
): Fault {
  const match = refusals.find(
    (refusal) => (refusal.status?.(status) ?? true) && (refusal.says?.test(said) ?? true),
  );
  return match?.fault(reason, waitMs) ?? itemFault('refused', reason);
}
