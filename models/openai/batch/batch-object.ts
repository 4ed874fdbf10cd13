import { z } from 'zod';

/** A batch as OpenAI's API tells of it: https://platform.openai.com/docs/api-reference/batch/object. */
export const BatchObject = z.object({
  id: z.string(),
  status: z.string(),
  /** Seconds since the epoch. */
  created_at: z.number().nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  errors: z
    .object({
      data: z.array(z.object({ code: z.string().nullish(), message: z.string().nullish() })).nullish(),
    })
    .nullish(),
  request_counts: z.object({ total: z.number(), completed: z.number(), failed: z.number() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
export type BatchObject = z.infer<typeof BatchObject>;

/** A page of batches, the youngest first. */
export const BatchPage = z.object({ data: z.array(BatchObject), has_more: z.boolean().nullish() });

export const FileObject = z.object({ id: z.string() });

/** Whether the server is through with a batch, however it ended. */
export function hasEnded({ status }: BatchObject): boolean {
  return ['completed', 'failed', 'expired', 'cancelled'].includes(status);
}

/** Whether a batch was refused because too much is waiting at the server already. */
export function hasNoRoom({ status, errors }: BatchObject): boolean {
  return status === 'failed' && errors?.data?.[0]?.code === 'token_limit_exceeded';
}

/** How a batch stands, as people say it. */
export function stateOf({ status, request_counts: counts }: BatchObject): string {
  const state = status.replaceAll('_', ' ');
  if (!counts || counts.total === 0) return state;
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  return `${state}, ${counts.completed} of ${counts.total} done${failed}`;
}
