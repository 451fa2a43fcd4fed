/** The errors of a form while it is filled in, and the focus on the question of an error. */
import { useMemo, useState } from 'react';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { answerAt, fieldId, isAnswered, noErrors, rootOf } from './errors.ts';

export interface FormErrors {
  /** The errors of the last attempt: the summary lists them. */
  readonly listed: FieldTexts;
  /** These, and the wrong answers that somebody has left since. */
  readonly errors: FieldTexts;
  /** Paths of corrected errors: no longer red, but they keep their place until the next attempt. */
  readonly corrected: ReadonlySet<string>;
  /** Counts the requests to focus the summary; 0: none yet. */
  readonly attempt: number;
  /** Shows the errors found in the browser. @returns whether there are any */
  tell(found: FieldTexts): boolean;
  /** Shows them as well, and leaves the focus where it is. */
  show(found: FieldTexts): void;
  /** Checks the answer to a question that somebody has left, once the form has the answer. */
  leave(path: string): void;
  /** The answers are being sent: errors in the response then take the focus. */
  setIsSent(isSent: boolean): void;
}

interface FailedAttempt {
  readonly errors: FieldTexts;
  /** The answers that contained the errors. */
  readonly answers: Answers;
  /** The browser cannot check the server's errors, so it treats a changed answer as corrected. */
  readonly isOfServer: boolean;
}

const none: ReadonlySet<string> = new Set();

/**
 * @param extraErrors the server's errors, by path
 * @param judgeAll returns the errors in the current answers
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
    // An error that the server no longer reports is corrected, and keeps its place like any other.
    if (Object.keys(extraErrors).some((path) => !Object.hasOwn(told, path))) {
      setTried({ errors: extraErrors, answers, isOfServer: true });
      // Errors found while the user types must not take the focus.
      if (isSent) setAttempt((count) => count + 1);
    }
  }
  const [left, setLeft] = useState<FieldTexts>(noErrors);
  const [leaving, setLeaving] = useState<string | null>(null);
  if (leaving !== null) {
    setLeaving(null);
    setLeft(withErrorsAt(leaving, left, { found: judgeAll(), answers, isShown: leaving in tried.errors }));
  }
  // The same object until they change: the questions with errors are drawn again with another one.
  const errors = useMemo(
    () => (left === noErrors ? tried.errors : { ...tried.errors, ...left }),
    [left, tried.errors],
  );
  const show = (found: FieldTexts) => {
    setTried({ errors: found, answers, isOfServer: false });
    setLeft(noErrors);
  };
  return {
    listed: tried.errors,
    errors,
    corrected: correctedIn({ ...tried, errors }, left, { answers, judgeAll }),
    attempt,
    tell(found) {
      const isWrong = Object.keys(found).length > 0;
      show(found);
      if (isWrong) setAttempt((count) => count + 1);
      return isWrong;
    },
    show,
    leave: setLeaving,
    setIsSent,
  };
}

interface LeftQuestion {
  readonly found: FieldTexts;
  readonly answers: Answers;
  /** The last attempt has found an error at this question. */
  readonly isShown: boolean;
}

/** Whoever passes an empty question may still come back to it, so only an answer can be wrong. */
function withErrorsAt(path: string, left: FieldTexts, { found, answers, isShown }: LeftQuestion): FieldTexts {
  const messages = found[path];
  if (messages === undefined) return left;
  const isEmptied = isShown || Object.hasOwn(left, path);
  return isEmptied || isAnswered(answerAt(answers, path)) ? { ...left, [path]: messages } : left;
}

interface Judgement {
  readonly answers: Answers;
  readonly judgeAll: () => FieldTexts;
}

function correctedIn(
  { errors, answers: before, isOfServer }: FailedAttempt,
  left: FieldTexts,
  { answers, judgeAll }: Judgement,
) {
  const paths = Object.keys(errors);
  if (paths.length === 0 || (answers === before && left === noErrors)) return none;
  const now = judgeAll();
  const isChanged = (path: string) => before[rootOf(path)] !== answers[rootOf(path)];
  const isOfBrowser = (path: string) => !isOfServer || Object.hasOwn(left, path);
  return new Set(paths.filter((path) => !Object.hasOwn(now, path) && (isOfBrowser(path) || isChanged(path))));
}

/** @returns false if the page does not show the question now */
export function focusQuestion(path: string): boolean {
  const element = document.getElementById(fieldId(path));
  if (element === null) return false;
  const inner = element.querySelector<HTMLElement>('input, select, textarea, button');
  const isField = element.matches('input, select, textarea');
  (isField ? element : (inner ?? element)).focus({ preventScroll: true });
  // Scrolls so that the label is visible and the page's sticky footer covers nothing.
  (element.closest('[data-error]') ?? element).scrollIntoView({ block: 'start' });
  return true;
}
