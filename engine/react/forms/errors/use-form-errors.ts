/** What was wrong when somebody last tried to go on, and which of it is corrected since. */
import { useState } from 'react';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { noErrors, rootOf } from './errors.ts';

export interface FormErrors {
  readonly errors: FieldTexts;
  /** Paths of errors that are right by now: they are red no longer, and keep their place until the next try. */
  readonly corrected: ReadonlySet<string>;
  /** Counts how often the summary was to take the focus; 0: not yet. */
  readonly attempt: number;
  /** Shows what was found in the browser. @returns whether there is something */
  tell(found: FieldTexts): boolean;
  /** The answers are on their way: what the server finds then takes the focus. */
  setIsSent(isSent: boolean): void;
}

interface FailedAttempt {
  readonly errors: FieldTexts;
  /** The answers that they were found in. */
  readonly answers: Answers;
  /** The browser cannot tell whether what the server found is right by now: an answer that was changed may be. */
  readonly isOfServer: boolean;
}

const none: ReadonlySet<string> = new Set();

/**
 * @param extraErrors what the server found, by path
 * @param judgeAll what is wrong with the answers as they stand
 */
export function useFormErrors(
  extraErrors: FieldTexts,
  answers: Answers,
  judgeAll: () => FieldTexts,
): FormErrors {
  const [tried, setTried] = useState<FailedAttempt>({ errors: noErrors, answers, isOfServer: false });
  const [attempt, setAttempt] = useState(0);
  const [isSent, setIsSent] = useState(false);
  const [told, setTold] = useState<FieldTexts>(noErrors);
  if (told !== extraErrors) {
    setTold(extraErrors);
    // One that the server no longer finds is corrected, and keeps its place like any other.
    if (Object.keys(extraErrors).some((path) => !Object.hasOwn(told, path))) {
      setTried({ errors: extraErrors, answers, isOfServer: true });
      // Found while somebody types, it must not take the focus away.
      if (isSent) setAttempt((count) => count + 1);
    }
  }
  return {
    errors: tried.errors,
    corrected: correctedIn(tried, answers, judgeAll),
    attempt,
    tell(found) {
      const isWrong = Object.keys(found).length > 0;
      setTried({ errors: found, answers, isOfServer: false });
      if (isWrong) setAttempt((count) => count + 1);
      return isWrong;
    },
    setIsSent,
  };
}

function correctedIn(
  { errors, answers: before, isOfServer }: FailedAttempt,
  answers: Answers,
  judgeAll: () => FieldTexts,
) {
  const paths = Object.keys(errors);
  if (paths.length === 0 || answers === before) return none;
  const now = judgeAll();
  const isChanged = (path: string) => before[rootOf(path)] !== answers[rootOf(path)];
  return new Set(paths.filter((path) => !Object.hasOwn(now, path) && (!isOfServer || isChanged(path))));
}
