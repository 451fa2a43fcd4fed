/** Rows of lookups that an office maintains: a layer over the rows of the configuration files. */

/** One row after its last change. It replaces the file's row with the same value, or is an additional row. */
export interface EditedRow {
  /** Name of the lookup. */
  readonly lookup: string;
  /** The value that records store. It never changes. */
  readonly value: string;
  /** All columns except `value`; includes `label`. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** Retired: not offered any more, but records that use it keep it. */
  readonly isRetired: boolean;
}

/** Why the configuration refuses such rows. */
export interface RowFault {
  readonly lookup: string | null;
  readonly value: string | null;
  readonly column: string | null;
  readonly message: string;
}

/** `line-of-business bakery: …` */
export function sayRowFault({ lookup, value, message }: RowFault): string {
  return `${[lookup, value].filter((one) => one !== null).join(' ')}: ${message}`;
}
