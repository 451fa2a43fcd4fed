/** The answers that a step asks for. */
import { child, type Cursor, entries, isPresent } from '../input/cursor.ts';

/** Their names, with the questions of the form that asks for them. */
export class AskedAnswers extends Set<string> {
  readonly #properties: Cursor;

  /** @param more names that no form asks for */
  constructor(form: Cursor, more: readonly string[]) {
    const properties = child(form, 'properties');
    super([...entries(properties).map(([key]) => key), ...more]);
    this.#properties = properties;
  }

  /** The `properties` of the form. */
  get level(): readonly Cursor[] {
    return [this.#properties].filter(isPresent);
  }
}

/** The `properties` of the form that asks for the answers; empty if it is not known. */
export function levelOfAnswers(answers: ReadonlySet<string>): readonly Cursor[] {
  return answers instanceof AskedAnswers ? answers.level : [];
}
