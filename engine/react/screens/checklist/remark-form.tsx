/** A remark for the owner, in one's own words or one of the frequent ones. */
import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import styles from './checklist.module.css';

const frequent = {
  returned: [
    'It cannot be read. Please send a sharper picture.',
    'A page is missing.',
    'It is no longer valid. Please send the present one.',
    'It is not signed.',
    'It is in another name than the application.',
  ],
  waived: ['It is already with our office.', 'It does not apply here.'],
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
    if (!isMissing) onSave(remark.trim());
  };
  return (
    <div className={styles.remarkForm}>
      <ul className={styles.frequent} aria-label="Frequent remarks">
        {frequent[state].map((text) => (
          <li key={text}>
            <Button variant="light" size="compact-sm" onClick={() => setRemark(text)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
      <Textarea
        label={state === 'returned' ? 'What should be better?' : 'Why is it not needed?'}
        rows={2}
        data-autofocus
        ref={focusOnce}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
        error={
          isChecked && isMissing ? 'Write a sentence: it is all that the other side gets to read.' : undefined
        }
      />
      <div className={styles.review}>
        <Button size="sm" loading={isBusy} onClick={save}>
          {state === 'returned' ? 'Return this item' : 'Waive this item'}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function focusOnce(element: HTMLTextAreaElement | null) {
  element?.focus();
}
