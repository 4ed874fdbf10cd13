import { itemFault, passingFault, type Fault } from './fault.ts';
import { isRecord } from './server-words.ts';
import { shortened } from './shortened.ts';

/**
 * What is wrong with a successful body: a chat completion without an answer, filtered, or cut at its longest
 * length. Other bodies, such as embeddings, are left to who asked for them.
 */
export function faultOfAnswer(body: unknown): Fault | undefined {
  if (!isRecord(body) || !('choices' in body)) return undefined;
  const choice: unknown = Array.isArray(body['choices']) ? body['choices'][0] : undefined;
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
