/** Data about the whole form, for templates that render a part of it. */
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';

export interface FormContext {
  readonly form: WireForm;
  /** All answers, including those of other steps. */
  readonly answers: Answers;
  /** Corrected errors by field id: they keep their place, so that the layout does not move during a tap. */
  readonly corrected: ReadonlyMap<string, readonly string[]>;
}
