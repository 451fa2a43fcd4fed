/** What templates may ask about the whole form while they show a part of it. */
import type { Answers } from '../../portal/form-conditions.ts';
import type { WireForm } from '../../portal/slice.ts';

export interface FormContext {
  readonly form: WireForm;
  /** All answers, those of other steps too. */
  readonly answers: Answers;
}
