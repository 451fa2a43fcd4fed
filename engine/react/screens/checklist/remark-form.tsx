/** A remark for the owner, in one's own words or one of the frequent ones. */
import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { keepRemark } from '../../records/remarks.ts';
import { text } from '../../text.ts';
import styles from './checklist.module.css';

/** Said when asked for: the language is known only then. */
const frequent = {
  returned: () => [
    text('It cannot be read. Please send a sharper picture.'),
    text('A page is missing.'),
    text('It is no longer valid. Please send the present one.'),
    text('It is not signed.'),
    text('It is in another name than the application.'),
  ],
  waived: () => [text('It is already with our office.'), text('It does not apply here.')],
} as const;

interface RemarkFormProps {
  readonly state: keyof typeof frequent;
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
    if (!isMissing) onSave(keepRemark(remark.trim(), frequent[state]()));
  };
  return (
    <div className={styles.remarkForm}>
      <ul className={styles.frequent} aria-label={text('Frequent remarks')}>
        {frequent[state]().map((one) => (
          <li key={one}>
            <Button variant="light" size="compact-sm" onClick={() => setRemark(one)}>
              {one}
            </Button>
          </li>
        ))}
      </ul>
      <Textarea
        label={state === 'returned' ? text('What should be better?') : text('Why is it not needed?')}
        rows={2}
        data-autofocus
        ref={focusOnce}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
        error={
          isChecked && isMissing
            ? text('Write a sentence: it is all that the other side gets to read.')
            : undefined
        }
      />
      <div className={styles.review}>
        <Button size="sm" loading={isBusy} onClick={save}>
          {state === 'returned' ? text('Return this item') : text('Waive this item')}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {text('Cancel')}
        </Button>
      </div>
    </div>
  );
}

function focusOnce(element: HTMLTextAreaElement | null) {
  element?.focus();
}
