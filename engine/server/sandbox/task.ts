/** A function that runs in a child process with a memory limit. */

export interface Task<Input, Output> {
  /** URL of the module that exports it. */
  readonly module: string;
  /** Name of the export: a function of one argument. Argument and result must survive structured cloning. */
  readonly name: string;
  /** Only for the type checker: the types of argument and result. */
  readonly types?: (input: Input) => Promise<Output>;
}

/** Message from the parent to the child. */
export interface ConfinedJob {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** Message from the child to the parent. */
export type JobResult =
  { readonly ok: true; readonly output: unknown } | { readonly ok: false; readonly message: string };

/** The task did not end: it exceeded memory or time, or it crashed the child process. */
export class ConfinedError extends Error {
  override name = 'ConfinedError';
}

/** Too many tasks are waiting: of this caller, or in total. */
export class TooBusyError extends Error {
  override name = 'TooBusyError';
  readonly of: 'caller' | 'all';

  constructor(of: 'caller' | 'all') {
    super(`Too many tasks are waiting (${of}).`);
    this.of = of;
  }
}

/** The caller closed the connection before its turn. The task was not started. */
export class CallerLeftError extends Error {
  override name = 'CallerLeftError';
}
