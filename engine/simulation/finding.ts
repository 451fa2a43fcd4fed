/** What came of looking at one invariant of the books. */
export interface InvariantResult {
  readonly name: string;
  readonly checked: number;
  /** One line for each that is broken. */
  readonly broken: readonly string[];
}
