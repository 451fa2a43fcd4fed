/** What surrounds the questions of a form: the errors, and questions that an answer added. */
import { useEffect, useRef } from 'react';
import { formMessages } from '../../locales/forms.ts';
import { questionAt } from '../../portal/forms/form-verdict.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { Jump } from '../page/buttons.tsx';
import { text } from '../language/text.ts';
import type { ListedError } from './errors/errors.ts';
import { ErrorLine } from './sections/open-answers.tsx';
import styles from './forms.module.css';

interface ErrorSummaryProps {
  readonly errors: readonly ListedError[];
  /** Paths of corrected errors: they keep their place, struck through. */
  readonly corrected: ReadonlySet<string>;
  /** False if the errors appeared while the user types. */
  readonly takesFocus: boolean;
  readonly onOpen: (error: ListedError) => void;
}

export function ErrorSummary({ errors, corrected, takesFocus, onOpen }: ErrorSummaryProps) {
  const open = errors.filter(({ path }) => !corrected.has(path)).length;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className={styles.summary} data-done={open === 0} role="alert" tabIndex={-1}>
      <h2>
        <span aria-hidden className={styles.place}>
          {sayOpen(errors.length)}
        </span>
        <span>{sayOpen(open)}</span>
      </h2>
      <ul>
        {errors.map((error) => {
          const line = corrected.has(error.path) ? (
            <del className={styles.corrected}>
              <ErrorLine error={error} />
            </del>
          ) : (
            <ErrorLine error={error} />
          );
          return (
            <li key={`${error.path} ${error.message}`}>
              {error.step === null ? line : <Jump onClick={() => onOpen(error)}>{line}</Jump>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function sayOpen(count: number): string {
  if (count === 0) return text(formMessages.allCorrected);
  return text(formMessages.answersToCorrect, { count });
}

interface AddedQuestionsProps {
  readonly form: WireForm;
  readonly names: readonly string[];
  /** Counts the requests to focus the list. */
  readonly attempt: number;
  readonly onOpen: (name: string) => void;
}

export function AddedQuestions({ form, names, attempt, onOpen }: AddedQuestionsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  return (
    <div aria-live="polite">
      {names.length > 0 && (
        <div ref={box} className={styles.added} tabIndex={-1}>
          <p>{text(formMessages.questionsAdded, { count: names.length })}</p>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Jump onClick={() => onOpen(name)}>{titleOf(form, name)}</Jump>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function titleOf(form: WireForm, name: string): string {
  const { title } = questionAt(form, [name]).schema;
  return typeof title === 'string' ? title : name;
}
