/** The severity and the texts of one diagnostic code. */

export type Severity = 'error' | 'warning';

/** `D` is the type of the details that the texts need. */
export interface Phrase<D> {
  readonly severity: Severity;
  /** For the reference page: the meaning of this code in general. */
  readonly summary: string;
  message(details: D): string;
  remedy(details: D): string;
}

/** Infers the type of the details. */
export function phrase<D>(definition: Phrase<D>): Phrase<D> {
  return definition;
}

/** The phrase of an error, with its summary first. */
export function error<D>(
  summary: string,
  message: (details: D) => string,
  remedy: (details: D) => string,
): Phrase<D> {
  return phrase<D>({ severity: 'error', summary, message, remedy });
}

/** Details of a diagnostic with one name. */
export interface NameDetails {
  readonly name: string;
}
