/** Says that a draft is gone on with, and offers to begin again; nothing is thrown away without asking. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { sayMoment } from '../../page/dates.ts';
import { Modal } from '../../page/modal.tsx';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import styles from './form.module.css';
import { draftMessages } from '../../../locales/drafts.ts';

interface ResumedProps {
  readonly record: WireRecord;
  readonly onEmpty: () => void;
  readonly onAnother: () => void;
}

export function Resumed({ record, onEmpty, onAnother }: ResumedProps) {
  const { timeZone } = useSlice();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.note}>
      <p>
        {text(draftMessages.resumed, {
          moment: sayMoment(record.created_at, timeZone),
        })}
      </p>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
        {text(draftMessages.startAgain)}
      </Button>
      {isAsking && (
        <Modal title={text(draftMessages.startAgainQuestion)} onClose={() => setIsAsking(false)}>
          <div className={styles.choice}>
            <p>{text(draftMessages.startAgainChoices)}</p>
            <Button onClick={onAnother}>{text(draftMessages.keepAndBeginAnother)}</Button>
            <Button variant="outline" color="red" data-danger onClick={onEmpty}>
              {text(draftMessages.emptyDraft)}
            </Button>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {text(draftMessages.continueDraft)}
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}
