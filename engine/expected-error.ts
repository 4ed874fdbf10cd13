/** What the reader of an error needs: which kind it is, what was wrong where, and what to do. */
export interface ErrorFacts {
  /** A stable name in kebab-case, for scripts and tests. */
  readonly code: string;
  /** One sentence: what was expected and what was there. */
  readonly message: string;
  /** The place: file, line and column, or the name of a step, flag or field. */
  readonly where?: string;
  /** The command or edit that mends it. */
  readonly remedy?: string;
  /** 2 for usage, configuration and data; 1 for disks, networks and unfinished work. */
  readonly exitCode?: 1 | 2;
}

/** A failure that a user can cause and mend. It is printed without a stack; any other error is a bug. */
export class ExpectedError extends Error {
  readonly code: string;
  readonly where: string | undefined;
  readonly remedy: string | undefined;
  readonly exitCode: 1 | 2;

  constructor(facts: ErrorFacts, options?: ErrorOptions) {
    super(facts.message, options);
    this.name = 'ExpectedError';
    this.code = facts.code;
    this.where = facts.where;
    this.remedy = facts.remedy;
    this.exitCode = facts.exitCode ?? 2;
  }

  /** The same failure with another remedy. */
  withRemedy(remedy: string): ExpectedError {
    const { code, message, where, exitCode } = this;
    return new ExpectedError(
      { code, message, remedy, exitCode, ...(where === undefined ? {} : { where }) },
      { cause: this },
    );
  }
}
