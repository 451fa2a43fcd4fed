/** What templates may ask about the whole form while they show a part of it. */
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';

export interface FormContext {
  readonly form: WireForm;
  /** All answers, those of other steps too. */
  readonly answers: Answers;
  /** What was wrong and is right by now, by the id of the field: it keeps its place, so that nothing moves under a finger. */
  readonly corrected: ReadonlyMap<string, readonly string[]>;
}
