import { itemFault, passingFault, type Fault } from './fault.ts';
import { isRecord } from './server-words.ts';
import { shortened } from './shortened.ts';

/** What a successful reply holds, by the end of the path that was asked. */
const holds: readonly (readonly [string, string])[] = [
  ['/chat/completions', 'choices'],
  ['/embeddings', 'data'],
];

/**
 * What is wrong with a successful body: nothing of what was asked for, or a chat completion without an answer,
 * filtered, or cut at its longest length. Vectors are left to who asked for them.
 */
export function faultOfAnswer(
  body: { readonly [name: string]: unknown },
  path: string | undefined,
): Fault | undefined {
  const wanted = holds.find(([end]) => path?.endsWith(end))?.[1];
  if (wanted !== undefined && !Array.isArray(body[wanted]))
    return passingFault('unreadable', `the reply holds no list named ${wanted}`);
  const choices = body['choices'];
  if (!Array.isArray(choices)) return undefined;
  const choice: unknown = choices[0];
  if (!isRecord(choice)) return passingFault('empty-answer', 'the reply holds no answer');
  const message = isRecord(choice['message']) ? choice['message'] : {};
  const end = choice['finish_reason'];
  if (end === 'content_filter') return itemFault('filtered', 'the provider filtered the answer');
  if (end === 'length') return itemFault('cut-short', 'the answer was cut at its longest length');
  if (hasContent(message)) return undefined;
  const refusal = message['refusal'];
  if (typeof refusal === 'string' && refusal !== '')
    return itemFault('filtered', `the model refuses: ${shortened(refusal)}`);
  return passingFault('empty-answer', 'the answer is empty');
}

function hasContent({ content, tool_calls: toolCalls }: { readonly [name: string]: unknown }): boolean {
  if (typeof content === 'string') return content.trim() !== '';
  return [content, toolCalls].some((parts) => Array.isArray(parts) && parts.length > 0);
}
