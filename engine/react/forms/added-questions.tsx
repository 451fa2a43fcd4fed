/** Lists the questions that answers added to the open step; each line links to its question. */
import { useEffect, useRef } from 'react';
import { questionAt } from '../../portal/forms/form-verdict.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { Jump } from '../page/jump.tsx';
import { text } from '../text.ts';
import styles from './record-form.module.css';
import { formMessages } from '../../locales/forms.ts';

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
