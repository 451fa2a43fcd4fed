/** The office's side of an item: accept it with one press, return it with a remark, waive it with a reason. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireItem, WireRecord } from '../../../portal/wire.ts';
import type { RecordWrite } from '../../records/use-record-write.ts';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { RemarkForm } from './remark-form.tsx';

interface ReviewProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  readonly write: RecordWrite;
}

export function Review({ item, record, write }: ReviewProps) {
  const [asking, setAsking] = useState<'returned' | 'waived' | null>(null);
  const { accept, waive } = record.review;
  if (!accept && !waive) return null;
  const set = async (state: 'accepted' | 'returned' | 'waived', remark?: string) => {
    const isDone = await write.run(`items/${item.id}`, { state, ...(remark !== undefined && { remark }) });
    if (isDone) setAsking(null);
  };
  if (asking !== null) {
    return (
      <RemarkForm
        state={asking}
        isBusy={write.isBusy}
        onSave={(remark) => void set(asking, remark)}
        onCancel={() => setAsking(null)}
      />
    );
  }
  const canAccept =
    accept && item.state !== 'accepted' && (item.state !== 'missing' || item.evidence === 'inspection');
  return (
    <div className={styles.review}>
      {canAccept && (
        <Button
          size="sm"
          data-accept
          loading={write.isBusy}
          aria-label={text('Accept {title}', { title: item.title })}
          onClick={() => void set('accepted')}
        >
          {text('Accept')}
        </Button>
      )}
      {accept && item.state !== 'returned' && (
        <Button
          size="sm"
          variant="default"
          data-return
          aria-label={text('Return with a remark: {title}', { title: item.title })}
          onClick={() => setAsking('returned')}
        >
          {text('Return with a remark')}
        </Button>
      )}
      {waive && item.state !== 'waived' && item.state !== 'accepted' && (
        <Button
          size="sm"
          variant="subtle"
          aria-label={text('Waive {title}', { title: item.title })}
          onClick={() => setAsking('waived')}
        >
          {text('Waive')}
        </Button>
      )}
    </div>
  );
}
