import { z } from 'zod';
import { faultOfReply } from '../../remote/classify.ts';
import { passingFault, type Fault } from '../../remote/fault.ts';
import { jsonLines } from '../../remote/json-lines.ts';
import { faultOfRefusal } from '../../remote/refusals.ts';
import { shortened } from '../../remote/shortened.ts';
import { hasNoRoom, type BatchObject } from './batch-object.ts';

/** A line of the files that a batch ends with: what came of one request. */
const ResultLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});

/** What came of one request: the text that an unbatched reply would have had, or why there is none. */
export type BatchResult =
  | { readonly ok: true; readonly status: number; readonly text: string }
  | { readonly ok: false; readonly fault: Fault };

/** The results in the files of a batch, by the id of the request. Their order is any; a line that is none is left out. */
export function resultsIn(lines: string): ReadonlyMap<string, BatchResult> {
  const results = new Map<string, BatchResult>();
  for (const value of jsonLines(lines)) {
    const { data } = ResultLine.safeParse(value);
    if (data !== undefined) results.set(data.custom_id, resultOf(data));
  }
  return results;
}

/** Whether a request has a reply, which was paid for, be it of use or not. */
export function isReply(result: BatchResult | undefined): boolean {
  return result?.ok === true && result.status < 300;
}

/** What is wrong with a result; undefined where it can be used. `path` is that of a request on its own. */
export function faultOfResult(result: BatchResult, path: string, now: number): Fault | undefined {
  if (!result.ok) return result.fault;
  const fault = faultOfReply({ ...result, headers: { get: () => null }, path }, now);
  // A wait that was asked for while the batch was at work is over.
  return fault?.ends === 'attempt' ? passingFault(fault.code, fault.reason) : fault;
}

/** Why a request of a batch that has ended has no result. */
export function faultOfLost(batch: BatchObject): Fault {
  const { id, status, errors } = batch;
  const [first] = errors?.data ?? [];
  const said = [first?.code, first?.message].filter(Boolean).join(': ');
  if (status === 'failed') {
    const reason = `batch ${id} was refused: ${shortened(said)}`;
    // Nothing is wrong with the requests.
    if (hasNoRoom(batch)) return passingFault('server-error', reason);
    return faultOfRefusal(400, said, reason, undefined);
  }
  if (status === 'completed') return passingFault('server-error', `batch ${id} has no reply to this request`);
  return passingFault(
    'server-error',
    `batch ${id} ${status === 'expired' ? 'expired' : 'was cancelled'} before this request was done`,
  );
}

function resultOf({ response, error }: z.infer<typeof ResultLine>): BatchResult {
  if (response)
    return { ok: true, status: response.status_code, text: JSON.stringify(response.body ?? null) };
  const said = [error?.code, error?.message].filter(Boolean).join(': ');
  return {
    ok: false,
    fault: passingFault('server-error', `the batch came to nothing here: ${shortened(said)}`),
  };
}
