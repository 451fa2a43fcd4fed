/** All errors in one summary that takes the focus; each line links to its question. */
import { useEffect, useRef } from 'react';
import { Jump } from '../../page/jump.tsx';
import { text } from '../../text.ts';
import type { ListedError } from './errors.ts';
import styles from '../record-form.module.css';
import { formMessages } from '../../../locales/forms.ts';
import { problemMessages } from '../../../locales/problems.ts';

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
              <Line error={error} />
            </del>
          ) : (
            <Line error={error} />
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

function Line({ error: { title, message } }: { readonly error: ListedError }) {
  return title === null ? message : text(problemMessages.ofQuestion, { title, message });
}
