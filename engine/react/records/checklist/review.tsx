/** The review of an item: accept, return or waive it, with a remark and the date of the paper. */
import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useState } from 'react';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { pageMessages } from '../../../locales/page.ts';
import { frequentRemarks, type RemarkedState } from '../../../portal/text/remark.ts';
import { text } from '../../language/text.ts';
import type { ItemReviewRequest, RecordWrite } from '../actions/use-record-write.ts';
import styles from './checklist.module.css';

interface ReviewProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  readonly write: RecordWrite;
}

export function Review({ item, record, write }: ReviewProps) {
  const [asking, setAsking] = useState<'returned' | 'waived' | 'day' | null>(null);
  // Locks only this item. Other items stay usable, and their writes are queued.
  const [isSaving, setIsSaving] = useState(false);
  const { accept, waive } = record.review;
  if (!accept && !waive) return null;
  const set = async (
    state: 'accepted' | 'returned' | 'waived',
    more: Omit<ItemReviewRequest, 'state'> = {},
  ) => {
    setIsSaving(true);
    const isDone = await write.review(item.id, { state, ...more });
    setIsSaving(false);
    if (isDone) setAsking(null);
  };
  const isDayOpen = item.dated && item.issued_on === null && item.files.length > 0;
  if (asking === 'day') {
    return (
      <DayForm
        title={item.title}
        isBusy={isSaving}
        onSave={(issuedOn) => void set('accepted', { issued_on: issuedOn })}
        onCancel={() => setAsking(null)}
      />
    );
  }
  if (asking !== null) {
    return (
      <RemarkForm
        state={asking}
        isBusy={isSaving}
        onSave={(remark) => void set(asking, { remark })}
        onCancel={() => setAsking(null)}
      />
    );
  }
  const canAccept =
    accept &&
    item.state !== 'accepted' &&
    ((item.state !== 'missing' && item.state !== 'asked-again') || item.evidence === 'inspection');
  return (
    <div className={styles.review}>
      {canAccept && (
        <Button
          size="sm"
          variant="outline"
          data-accept
          loading={isSaving}
          aria-label={text(checklistMessages.acceptItem, { title: item.title })}
          onClick={() => (isDayOpen ? setAsking('day') : void set('accepted'))}
        >
          {text(checklistMessages.accept)}
        </Button>
      )}
      {accept && item.state !== 'returned' && (
        <Button
          size="sm"
          variant="default"
          data-return
          aria-label={text(checklistMessages.returnItemWithRemark, { title: item.title })}
          onClick={() => setAsking('returned')}
        >
          {text(checklistMessages.returnWithRemark)}
        </Button>
      )}
      {waive && item.state !== 'waived' && item.state !== 'accepted' && (
        <Button
          size="sm"
          variant="subtle"
          aria-label={text(checklistMessages.waiveItem, { title: item.title })}
          onClick={() => setAsking('waived')}
        >
          {text(checklistMessages.waive)}
        </Button>
      )}
    </div>
  );
}

interface RemarkFormProps {
  readonly state: RemarkedState;
  readonly isBusy: boolean;
  /** Free text, or a frequent remark that was not changed. */
  readonly onSave: (remark: string | { readonly code: string }) => void;
  readonly onCancel: () => void;
}

export function RemarkForm({ state, isBusy, onSave, onCancel }: RemarkFormProps) {
  const [remark, setRemark] = useState<{ readonly text: string; readonly code?: string }>({ text: '' });
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = remark.text.trim() === '';
  const save = () => {
    setIsChecked(true);
    if (!isMissing) onSave(remark.code === undefined ? remark.text.trim() : { code: remark.code });
  };
  return (
    <div className={styles.remarkForm}>
      <ul className={styles.frequent} aria-label={text(checklistMessages.frequentRemarks)}>
        {frequentRemarks[state].map((one) => (
          <li key={one.code}>
            <Button
              variant="light"
              size="compact-sm"
              onClick={() => setRemark({ text: text(one), code: one.code })}
            >
              {text(one)}
            </Button>
          </li>
        ))}
      </ul>
      <Textarea
        label={
          state === 'returned'
            ? text(checklistMessages.whatShouldImprove)
            : text(checklistMessages.whyNotNeeded)
        }
        rows={2}
        data-autofocus
        ref={focusOnce}
        value={remark.text}
        onChange={(event) => setRemark({ text: event.currentTarget.value })}
        error={isChecked && isMissing ? text(checklistMessages.remarkMissing) : undefined}
      />
      <div className={styles.review}>
        <Button size="sm" loading={isBusy} onClick={save}>
          {state === 'returned'
            ? text(checklistMessages.returnThisItem)
            : text(checklistMessages.waiveThisItem)}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {text(pageMessages.cancel)}
        </Button>
      </div>
    </div>
  );
}

function focusOnce(element: HTMLElement | null) {
  element?.focus();
}

interface DayFormProps {
  /** Of the paper. */
  readonly title: string;
  readonly isBusy: boolean;
  readonly onSave: (day: string) => void;
  readonly onCancel: () => void;
}

function DayForm({ title, isBusy, onSave, onCancel }: DayFormProps) {
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
