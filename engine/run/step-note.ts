/** What a run writes down about its steps, so that others can see what it uses and how far it has come. */
export type StepNote =
  /** Before anything is looked up: the artifact and the item log that the step may read or write. */
  | {
      readonly event: 'step';
      readonly step: string;
      readonly stage: string;
      /** Key of the artifact. */
      readonly artifact: string;
      /** Path of the log, below the store. */
      readonly log: string;
    }
  /** Before the first item is computed. */
  | {
      readonly event: 'work';
      readonly step: string;
      readonly log: string;
      /** Distinct items to compute. */
      readonly items: number;
      /** Where the log ended, in bytes: what is finished is behind that. */
      readonly from: number;
    };
