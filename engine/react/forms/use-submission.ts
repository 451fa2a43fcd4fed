/** Sends a form of a single call: while it is on its way, and with the reasons if it is refused. */
import { type FormEvent, useState } from 'react';
import type { FieldTexts, Problem } from '../api/problem.ts';
import { focusFirst } from '../page/focus-request.ts';
import { noErrors } from './errors/errors.ts';

interface Submission {
  readonly isBusy: boolean;
  readonly errors: FieldTexts;
  /** A refusal that belongs to no question, or to one that the form does not have. */
  readonly problem: Problem | null;
  /**
   * Sends the form of the event. The first question with an error takes the focus.
   * @param send returns null if the call was taken
   */
  submit(event: FormEvent<HTMLFormElement>, send: () => Promise<Problem | null>): Promise<void>;
}

export function useSubmission(): Submission {
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<FieldTexts>(noErrors);
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    isBusy,
    errors,
    problem,
    async submit(event, send) {
      event.preventDefault();
      const form = event.currentTarget;
      setIsBusy(true);
      setErrors(noErrors);
      setProblem(null);
      const refused = await send().finally(() => setIsBusy(false));
      if (refused?.kind !== 'fields') return setProblem(refused);
      setErrors(refused.errors);
      const isShown = Object.keys(refused.errors).every((name) => form.elements.namedItem(name) !== null);
      if (isShown) focusFirst(form, refused.errors);
      else setProblem(refused);
    },
  };
}
