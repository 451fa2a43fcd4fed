/** Notices above a form: a continued draft, and the source of copied answers. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useState } from 'react';
import { draftMessages } from '../../../locales/drafts.ts';
import { formMessages } from '../../../locales/forms.ts';
import type { PrefilledAnswers } from '../../../contract/records.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { sayMoment } from '../../page/dates.ts';
import { Modal } from '../../page/modal.tsx';
import { useSlice } from '../../portal-context.ts';
import { show } from '../../tell.ts';
import { text } from '../../text.ts';
import styles from './form.module.css';

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

export function TakenOver({ from }: Pick<PrefilledAnswers, 'from'>) {
  const { recordTypes } = useSlice();
  if (from.length === 0) return null;
  const names = from.map(({ type, number }) => {
    const title = recordTypes[type]?.title ?? type;
    return number === null ? title : `${title} ${number}`;
  });
  return <p className={styles.taken}>{text(formMessages.answersTakenOver, { names: show(names) })}</p>;
}
