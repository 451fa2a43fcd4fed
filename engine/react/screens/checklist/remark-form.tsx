/** A remark for the owner, in one's own words or one of the frequent ones. */
import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { frequentRemarks, keepRemark, type RemarkedState } from '../../records/remarks.ts';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { checklistMessages } from '../../../locales/checklist.ts';
import { pageMessages } from '../../../locales/page.ts';

interface RemarkFormProps {
  readonly state: RemarkedState;
  readonly isBusy: boolean;
  readonly onSave: (remark: string) => void;
  readonly onCancel: () => void;
}

export function RemarkForm({ state, isBusy, onSave, onCancel }: RemarkFormProps) {
  const [remark, setRemark] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = remark.trim() === '';
  const save = () => {
    setIsChecked(true);
    if (!isMissing) onSave(keepRemark(remark.trim()));
  };
  return (
    <div className={styles.remarkForm}>
      <ul className={styles.frequent} aria-label={text(checklistMessages.frequentRemarks)}>
        {frequentRemarks(state).map((one) => (
          <li key={one}>
            <Button variant="light" size="compact-sm" onClick={() => setRemark(one)}>
              {one}
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
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
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

function focusOnce(element: HTMLTextAreaElement | null) {
  element?.focus();
}
