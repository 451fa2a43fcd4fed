/** A function that runs in a child process with a memory limit. */

export interface Task<Input, Output> {
  /** URL of the module that exports it. */
  readonly module: string;
  /** Name of the export: a function of one argument. Argument and result must survive structured cloning. */
  readonly name: string;
  /** Only for the type checker: what goes in and comes out. */
  readonly types?: (input: Input) => Promise<Output>;
}

/** What the parent sends to the child. */
export interface ConfinedJob {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** What the child answers. */
export type JobResult =
  { readonly ok: true; readonly output: unknown } | { readonly ok: false; readonly message: string };

/** The task did not end: it took too much memory or time, or it crashed the child process. */
export class ConfinedError extends Error {
  override name = 'ConfinedError';
}

/** Too many tasks wait already: of this caller, or in all. */
export class TooBusyError extends Error {
  override name = 'TooBusyError';
  readonly of: 'caller' | 'all';

  constructor(of: 'caller' | 'all') {
    super(`Too many tasks are waiting (${of}).`);
    this.of = of;
  }
}

/** The caller closed the connection before the turn came; the task was not begun. */
export class CallerLeftError extends Error {
  override name = 'CallerLeftError';
}
