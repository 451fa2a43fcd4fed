/** A position in the configuration. */
export interface Place {
  /** Path of the file relative to the project, such as `config/guards.yaml`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}
