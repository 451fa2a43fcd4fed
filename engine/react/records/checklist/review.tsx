/**
 * The office's review of an item: accept it (with its date, if missing), return it with a remark, waive it with a
 * reason.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import type { ItemReviewRequest, RecordWrite } from '../actions/use-record-write.ts';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { DayForm } from './day-form.tsx';
import { RemarkForm } from './remark-form.tsx';
import { checklistMessages } from '../../../locales/checklist.ts';

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
