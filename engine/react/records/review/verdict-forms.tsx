/** Why an item is returned or waived, and the date on a paper: what the office says with its decision. */
import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { checklistMessages } from '../../../locales/checklist.ts';
import { pageMessages } from '../../../locales/page.ts';
import { frequentRemarks, type RemarkedState } from '../../../portal/text/remark.ts';
import { text } from '../../language/text.ts';
import { useKeys } from '../../page/use-keys.ts';
import styles from './review.module.css';

/** What somebody has written or chosen so far. */
export interface RemarkDraft {
  readonly text: string;
  /** Of a frequent remark that was not changed. */
  readonly code?: string;
}

interface RemarkFormProps {
  readonly state: RemarkedState;
  /** Left out: nothing yet. */
  readonly draft?: RemarkDraft | undefined;
  readonly onDraft?: (draft: RemarkDraft) => void;
  /** Free text, or a frequent remark that was not changed. */
  readonly onSave: (remark: string | { readonly code: string }) => void;
  readonly onCancel: () => void;
}

/** The numbers choose a frequent remark, 0 leads to own words, Escape closes the form. */
export function RemarkForm({ state, draft = { text: '' }, onDraft, onSave, onCancel }: RemarkFormProps) {
  const [remark, setRemark] = useState<RemarkDraft>(draft);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isMissing = remark.text.trim() === '';
  const change = (next: RemarkDraft) => {
    setRemark(next);
    onDraft?.(next);
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    setIsChecked(true);
    if (isMissing) focusIn(form.current, 'textarea');
    else onSave(remark.code === undefined ? remark.text.trim() : { code: remark.code });
  };
  const choose = (one: (typeof frequentRemarks)[RemarkedState][number] | undefined) => {
    if (one === undefined) return;
    change({ text: text(one), code: one.code });
    focusIn(form.current, '[type=submit]');
  };
  useKeys((event) => {
    if (event.key === 'e') {
      event.preventDefault();
      focusIn(form.current, 'textarea');
    } else if (/^[1-9]$/.test(event.key)) choose(frequentRemarks[state][Number(event.key) - 1]);
  });
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // A sheet around the form stays open.
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from each of its fields
    <form ref={form} className={styles.form} noValidate onSubmit={save} onKeyDown={pressed}>
      <ol
        ref={focusInPlace}
        tabIndex={-1}
        className={styles.frequent}
        aria-label={text(checklistMessages.frequentRemarks)}
      >
        {frequentRemarks[state].map((one, index) => (
          <li key={one.code}>
            <kbd aria-hidden="true">{index + 1}</kbd>
            <Button
              variant="light"
              size="compact-sm"
              justify="flex-start"
              aria-keyshortcuts={String(index + 1)}
              aria-pressed={remark.code === one.code}
              onClick={() => choose(one)}
            >
              {text(one)}
            </Button>
          </li>
        ))}
      </ol>
      <Textarea
        label={
          state === 'returned'
            ? text(checklistMessages.whatShouldImprove)
            : text(checklistMessages.whyNotNeeded)
        }
        rows={3}
        data-autofocus
        value={remark.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        error={isChecked && isMissing ? text(checklistMessages.remarkMissing) : undefined}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="sm">
          {state === 'returned'
            ? text(checklistMessages.returnThisItem)
            : text(checklistMessages.waiveThisItem)}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {text(pageMessages.cancel)}
        </Button>
      </div>
    </form>
  );
}

function focusIn(form: HTMLElement | null, selector: string): void {
  focusInPlace(form?.querySelector<HTMLElement>(selector) ?? null);
}

/** By itself the browser centres what takes the focus, and moves the item and its remarks below the head of the page. */
function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.closest('[data-split]')?.scrollIntoView({ block: 'start' });
  element?.scrollIntoView({ block: 'nearest' });
}

interface DayFormProps {
  /** Of the paper. */
  readonly title: string;
  readonly onSave: (day: string) => void;
  readonly onCancel: () => void;
}

export function DayForm({ title, onSave, onCancel }: DayFormProps) {
  const [day, setDay] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (day !== '') onSave(day);
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <TextInput
        ref={focusInPlace}
        type="date"
        label={text(checklistMessages.dateOnPaper)}
        aria-label={`${text(checklistMessages.dateOnPaper)}: ${title}`}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        error={isChecked && day === '' ? text(checklistMessages.dateOnPaperMissing) : undefined}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="sm">
          {text(checklistMessages.accept)}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {text(pageMessages.cancel)}
        </Button>
      </div>
    </form>
  );
}
