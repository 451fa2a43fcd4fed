/** Says that a draft is gone on with, and offers to begin again; nothing is thrown away without asking. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireRecord } from '../../../portal/wire.ts';
import { sayMoment } from '../../page/dates.ts';
import { Modal } from '../../page/modal.tsx';
import { useSlice } from '../../portal-context.ts';
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
        {text('You go on with what you began on {moment}.', {
          moment: sayMoment(record.created_at, timeZone),
        })}
      </p>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
        {text('Start again')}
      </Button>
      {isAsking && (
        <Modal title={text('Start again?')} onClose={() => setIsAsking(false)}>
          <div className={styles.choice}>
            <p>
              {text(
                'You can keep this draft and begin another one. If you empty it, everything typed in it is gone.',
              )}
            </p>
            <Button onClick={onAnother}>{text('Keep it and begin another one')}</Button>
            <Button variant="outline" color="red" data-danger onClick={onEmpty}>
              {text('Empty this draft')}
            </Button>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {text('Go on with it')}
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}
