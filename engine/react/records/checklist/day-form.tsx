/** The date on a paper, entered by the office that reviews it if the sender did not give it. */
import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { checklistMessages } from '../../../locales/checklist.ts';
import { pageMessages } from '../../../locales/page.ts';

interface DayFormProps {
  /** Of the paper. */
  readonly title: string;
  readonly isBusy: boolean;
  readonly onSave: (day: string) => void;
  readonly onCancel: () => void;
}

export function DayForm({ title, isBusy, onSave, onCancel }: DayFormProps) {
  const [day, setDay] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (day !== '') onSave(day);
  };
  return (
    <form className={styles.remarkForm} onSubmit={save}>
      <TextInput
        ref={focusOnce}
        type="date"
        className={styles.day}
        label={text(checklistMessages.dateOnPaper)}
        aria-label={`${text(checklistMessages.dateOnPaper)}: ${title}`}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        error={isChecked && day === '' ? text(checklistMessages.dateOnPaperMissing) : undefined}
      />
      <div className={styles.review}>
        <Button type="submit" size="sm" loading={isBusy}>
          {text(checklistMessages.accept)}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {text(pageMessages.cancel)}
        </Button>
      </div>
    </form>
  );
}

function focusOnce(element: HTMLInputElement | null) {
  element?.focus();
}
