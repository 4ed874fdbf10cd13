import { itemFault, passingFault, type Fault } from './fault.ts';
import { isRecord } from './server-words.ts';
import { shortened } from './shortened.ts';

type Body = { readonly [name: string]: unknown };

/** What is wrong with a successful body of an API; undefined where it can be used. */
type Check = (body: Body) => Fault | undefined;

/** By the end of the path that was asked. */
const checks: readonly (readonly [path: RegExp, check: Check])[] = [
  [/\/chat\/completions$/, openAiFault],
  [/\/responses$/, responsesFault],
  [/\/embeddings$/, (body) => lacking(body, 'data')],
  [/\/v1\/messages$/, anthropicFault],
  [/:generateContent$/, geminiFault],
  [/\/api\/chat$/, ollamaFault],
];

/**
 * What is wrong with a successful body: nothing of what was asked for, or a chat reply without an answer, filtered, or
 * cut at its longest length. Vectors are left to who asked for them.
 */
export function faultOfAnswer(body: Body, path: string | undefined): Fault | undefined {
  const check = checks.find(([end]) => end.test(path ?? ''))?.[1];
  if (check !== undefined) return check(body);
  return Array.isArray(body['choices']) ? openAiFault(body) : undefined;
}

const filtered = itemFault('filtered', 'the provider filtered the answer');
const cutShort = itemFault('cut-short', 'the answer was cut at its longest length');
const empty = passingFault('empty-answer', 'the answer is empty');

function lacking(body: Body, list: string): Fault | undefined {
  return Array.isArray(body[list])
    ? undefined
    : passingFault('unreadable', `the reply holds no list named ${list}`);
}

function openAiFault(body: Body): Fault | undefined {
  const choices = body['choices'];
  if (!Array.isArray(choices)) return lacking(body, 'choices');
  const choice: unknown = choices[0];
  if (!isRecord(choice)) return passingFault('empty-answer', 'the reply holds no answer');
  const message = isRecord(choice['message']) ? choice['message'] : {};
  const end = choice['finish_reason'];
  if (end === 'content_filter') return filtered;
  if (end === 'length') return cutShort;
  if (hasText(message['content']) || hasParts(message['tool_calls'])) return undefined;
  const refusal = message['refusal'];
  if (typeof refusal === 'string' && refusal !== '')
    return itemFault('filtered', `the model refuses: ${shortened(refusal)}`);
  return empty;
}

/** OpenAI's Responses API, which some of its models are asked through. */
function responsesFault(body: Body): Fault | undefined {
  const { output, status, incomplete_details: details } = body;
  if (!Array.isArray(output)) return lacking(body, 'output');
  const reason = isRecord(details) ? details['reason'] : undefined;
  if (reason === 'content_filter') return filtered;
  if (status === 'incomplete') return cutShort;
  const parts = output.flatMap((item) =>
    isRecord(item) && Array.isArray(item['content']) ? item['content'].filter(isRecord) : [],
  );
  if (parts.some(({ text }) => hasText(text))) return undefined;
  const refusal = parts.map((part) => part['refusal']).find((words) => typeof words === 'string');
  return refusal === undefined ? empty : itemFault('filtered', `the model refuses: ${shortened(refusal)}`);
}

function anthropicFault(body: Body): Fault | undefined {
  const { content, stop_reason: end } = body;
  if (!Array.isArray(content)) return lacking(body, 'content');
  if (end === 'refusal') return itemFault('filtered', 'the model refuses');
  if (end === 'max_tokens' || end === 'model_context_window_exceeded') return cutShort;
  return content.some((block) => isRecord(block) && hasText(block['text'])) ? undefined : empty;
}

/** https://ai.google.dev/api/generate-content: reasons other than these two are of filters and of faults. */
const wholeReasons = new Set<unknown>(['STOP', 'FINISH_REASON_UNSPECIFIED', undefined]);
const passingReasons = new Set<unknown>(['OTHER', 'MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE']);

function geminiFault(body: Body): Fault | undefined {
  const { candidates, promptFeedback } = body;
  const blocked = isRecord(promptFeedback) ? promptFeedback['blockReason'] : undefined;
  if (typeof blocked === 'string')
    return itemFault('filtered', `the provider blocked the prompt: ${blocked}`);
  if (!Array.isArray(candidates)) return lacking(body, 'candidates');
  const candidate: unknown = candidates[0];
  if (!isRecord(candidate)) return passingFault('empty-answer', 'the reply holds no answer');
  const { finishReason: end, content } = candidate;
  if (end === 'MAX_TOKENS') return cutShort;
  if (passingReasons.has(end)) return passingFault('server-error', `the answer ended with ${String(end)}`);
  if (!wholeReasons.has(end))
    return itemFault('filtered', `the provider filtered the answer: ${String(end)}`);
  const parts = isRecord(content) ? content['parts'] : undefined;
  const hasAnswer = Array.isArray(parts) && parts.some((part) => isRecord(part) && hasText(part['text']));
  return hasAnswer ? undefined : empty;
}

function ollamaFault(body: Body): Fault | undefined {
  const { message, done_reason: end } = body;
  if (!isRecord(message)) return passingFault('unreadable', 'the reply holds no message');
  if (end === 'length') return cutShort;
  return hasText(message['content']) ? undefined : empty;
}

function hasText(content: unknown): boolean {
  return typeof content === 'string' ? content.trim() !== '' : hasParts(content);
}

function hasParts(parts: unknown): boolean {
  return Array.isArray(parts) && parts.length > 0;
}
