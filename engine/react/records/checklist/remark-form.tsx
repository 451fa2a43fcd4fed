/** A remark for the owner: free text or a frequent remark. */
import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { frequentRemarks, type RemarkedState } from '../../../portal/text/remark.ts';
import { text } from '../../text.ts';
import styles from './checklist.module.css';
import { checklistMessages } from '../../../locales/checklist.ts';
import { pageMessages } from '../../../locales/page.ts';

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

function focusOnce(element: HTMLTextAreaElement | null) {
  element?.focus();
}
