/** Rows of lookups as an office keeps them: a layer over those of the configuration's files. */

/** One row as it was last changed; it stands in place of the file's row of the same value, or is one more. */
export interface KeptRow {
  /** Name of the lookup. */
  readonly lookup: string;
  /** What records store; it never changes. */
  readonly value: string;
  /** All columns but `value`, `label` among them. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** No longer offered; records that name it go on to. */
  readonly isRetired: boolean;
}

/** Why the configuration cannot take such rows. */
export interface RowFault {
  readonly lookup: string | null;
  readonly value: string | null;
  readonly column: string | null;
  readonly message: string;
}
