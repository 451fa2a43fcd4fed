/** All that is wrong, in one place that takes the focus; each line leads to its question. */
import { useEffect, useRef } from 'react';
import { Jump } from '../page/jump.tsx';
import { textFor } from '../text.ts';
import type { ListedError } from './errors.ts';
import styles from './record-form.module.css';

interface ErrorSummaryProps {
  readonly errors: readonly ListedError[];
  /** False where the errors came while somebody types. */
  readonly takesFocus: boolean;
  readonly onOpen: (error: ListedError) => void;
}

export function ErrorSummary({ errors, takesFocus, onOpen }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <h2>{textFor(errors.length, 'One answer needs another look', '{count} answers need another look')}</h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.path} ${error.message}`}>
            {error.step === null ? (
              <Line error={error} />
            ) : (
              <Jump onClick={() => onOpen(error)}>
                <Line error={error} />
              </Jump>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Line({ error: { title, message } }: { readonly error: ListedError }) {
  // A statement or a question has a stop of its own.
  return title === null ? message : `${title.replace(/[.?!]$/, '')}: ${message}`;
}
