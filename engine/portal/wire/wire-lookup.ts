/** A lookup as the API speaks of it to those who keep it. */
export interface WireLookup {
  readonly name: string;
  readonly title: string;
  /** Hash of the form that asks the columns of one row. */
  readonly form: string;
  readonly rows: readonly WireKeptRow[];
}

export interface WireKeptRow {
  /** What records store. */
  readonly value: string;
  /** Its columns, `label` among them: answers of the form. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Offered no longer. */
  readonly retired: boolean;
  /** 0: as the configuration's file has it. */
  readonly version: number;
  readonly changed_at: string | null;
  readonly changed_by: string | null;
}
