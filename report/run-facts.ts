/** What a table, a file name or a released key needs to know of a plan. */
export interface RunFacts {
  readonly model: string;
  /** Absent where nothing is retrieved. */
  readonly retrieval?: {
    readonly database: string;
    readonly retriever: string;
    /** Absent where the retriever compares no vectors. */
    readonly embedder?: string;
    readonly topK: number;
  };
}

/** The steps of a run, planned or recorded. */
export interface StepsThatRan {
  readonly steps: readonly { readonly stage: { readonly name: string }; readonly settings: object }[];
}

/** Reads the facts off the settings of the steps that run. */
export function runFacts(plan: StepsThatRan): RunFacts {
  const setting = (stage: string, name: string): unknown => {
    const settings = plan.steps.find((step) => step.stage.name === stage)?.settings ?? {};
    return name in settings ? Object.entries(settings).find(([key]) => key === name)?.[1] : undefined;
  };
  const model = String(setting('answer', 'model') ?? setting('read-conversation', 'model') ?? 'none');
  const retriever = setting('retrieve', 'retriever');
  if (typeof retriever !== 'string') return { model };
  const embedder = plan.steps.some((step) => step.stage.name === 'embed')
    ? setting('embed', 'embedder')
    : undefined;
  return {
    model,
    retrieval: {
      database: String(setting('build-passages', 'database')),
      retriever,
      ...(embedder === undefined ? {} : { embedder: String(embedder) }),
      topK: Number(setting('answer', 'topK')),
    },
  };
}

/**
 * The key of a run in the released result files. The released keys name the model, the database and k; the
 * retriever and its embedder are added, so that a sweep over retrievers does not overwrite itself.
 */
export function predictionKey({ model, retrieval }: RunFacts): string {
  if (retrieval === undefined) return model;
  const { database, retriever, embedder, topK } = retrieval;
  const parts = [model, database, retriever, ...(embedder === undefined ? [] : [embedder]), 'top', topK];
  return parts.join('_');
}
