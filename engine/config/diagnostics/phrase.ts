/** How one diagnostic code is phrased. */

export type Severity = 'error' | 'warning';

/** `D` is what the code's place in the engine must tell, so that the sentences can be made. */
export interface Phrase<D> {
  readonly severity: Severity;
  /** For the reference page: what this code means, without the names of one case. */
  readonly summary: string;
  message(details: D): string;
  remedy(details: D): string;
}

/** Keeps the type of the details of one phrase. */
export function phrase<D>(definition: Phrase<D>): Phrase<D> {
  return definition;
}

/** Details of a diagnostic that says one name. */
export interface NameDetails {
  readonly name: string;
}
