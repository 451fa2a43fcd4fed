/** Which step of a form is open, what is wrong in it, and when one may go on. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { countedAnswers, type Answers } from '../../portal/form-conditions.ts';
import { judge, type FieldErrors } from '../../portal/form-verdict.ts';
import type { WireForm } from '../../portal/slice.ts';
import { dictionary } from '../text.ts';
import { errorsOf, noErrors, type ListedError } from './errors.ts';
import { focusQuestion } from './focus-question.ts';
import { askedIn } from './step-schema.ts';
import type { FormValidator } from './validator.ts';

export interface StepsOptions {
  readonly form: WireForm;
  readonly data: Answers;
  readonly validator: FormValidator | null;
  readonly filler: string | null;
  /** Answers may be left open: only what is wrong keeps the form from being sent. */
  readonly isDraft: boolean;
  /** The answers are shown once more before they are sent. */
  readonly hasCheck: boolean;
  readonly extraErrors: FieldErrors;
  readonly onChange: (data: Answers) => void;
  readonly onSubmit: (data: Answers) => void;
}

export interface FormSteps {
  /** Index of the step; as many as there are steps: the page that shows all answers. */
  readonly step: number;
  readonly isChecking: boolean;
  readonly names: readonly string[];
  readonly errors: FieldErrors;
  /** Counts how often the summary was to take the focus; 0: not yet. */
  readonly attempt: number;
  open(step: number): void;
  openError(error: Pick<ListedError, 'path' | 'step'>): void;
  change(data: Answers): void;
  /** What the main button does: go on, or send. */
  proceed(): void;
}

export function useFormSteps(options: StepsOptions): FormSteps {
  const { form, data, validator, filler, isDraft, hasCheck, onChange, onSubmit } = options;
  const [step, setStep] = useState(0);
  const { errors, setErrors, attempt, tell, setIsSent } = useErrors(options.extraErrors);
  const focus = useRef<string | null>(null);
  const last = hasCheck ? form.steps.length : form.steps.length - 1;
  const isChecking = hasCheck && step >= form.steps.length;
  const names = isChecking ? [] : askedIn(form, step, data, filler);
  useEffect(() => focusField(focus));
  // What was wrong stays said until the next try: if it went away on leaving a field, the page would jump and the
  // button would slip from under the pointer.
  const change = useCallback(
    (next: Answers) => {
      setIsSent(false);
      onChange(next);
    },
    [onChange, setIsSent],
  );
  const open = (index: number) => setStep(Math.max(0, Math.min(index, last)));
  return {
    step,
    isChecking,
    names,
    errors,
    attempt,
    open,
    change,
    openError(error) {
      if (error.step !== null) open(error.step);
      focus.current = error.path;
      // The same step is not rendered again.
      focusField(focus);
    },
    proceed() {
      const all =
        validator === null
          ? {}
          : judge(form, data, { check: validator.check, draft: isDraft, words: dictionary() });
      const isEnd = step >= last;
      const found = isEnd ? all : errorsOf(all, names);
      setErrors(found);
      if (Object.keys(found).length > 0) tell();
      else if (isEnd) {
        setIsSent(true);
        onSubmit(countedAnswers(form, data));
      } else open(step + 1);
    },
  };
}

function useErrors(extraErrors: FieldErrors) {
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const [attempt, setAttempt] = useState(0);
  const [isSent, setIsSent] = useState(false);
  const [told, setTold] = useState<FieldErrors>(noErrors);
  const tell = () => setAttempt((count) => count + 1);
  // What the server found stands where what was found here stands.
  if (told !== extraErrors) {
    setTold(extraErrors);
    const isEmpty = Object.keys(extraErrors).length === 0;
    if (!isEmpty || errors === told) setErrors(extraErrors);
    // Found while somebody types, it must not take the focus away.
    if (!isEmpty && isSent) tell();
  }
  return { errors, setErrors, attempt, tell, setIsSent };
}

function focusField(focus: { current: string | null }): void {
  if (focus.current !== null && focusQuestion(focus.current)) focus.current = null;
}
