/** What editing the configuration needs besides the database: the files in force, forms of their parts, and commands. */
import type { SourceFile } from '../../config/source/source.ts';
import type { Workshop } from '../../editing/workshop.ts';

export interface CommandResult {
  readonly code: number;
  /** Standard output and standard error. */
  readonly out: string;
  readonly err: string;
}

export interface EditingDesk {
  /** The files that are in force. */
  files(): readonly SourceFile[];
  /** Asks the workshop, beside the work of this process. */
  ask<Name extends keyof Workshop>(
    name: Name,
    ...input: Parameters<Workshop[Name]>
  ): Promise<ReturnType<Workshop[Name]>>;
  /**
   * Runs commands of `munisipyo` on a folder with these files, each in a process of its own, one after the other.
   * @param account of the person who orders or approves
   * @throws HttpError 503: too many wait
   */
  withFolder<Result>(
    files: readonly SourceFile[],
    work: (run: RunCommand, folder: string) => Promise<Result>,
    account?: string | null,
  ): Promise<Result>;
}

export type RunCommand = (...words: readonly string[]) => Promise<CommandResult>;
