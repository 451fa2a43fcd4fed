/** Where something stands in the configuration. */
export interface Place {
  /** Path of the file, relative to the folder that holds `config/` contents, e.g. `config/guards.yaml`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}
