/** The buttons below a form. They are not drawn again while somebody answers: a button costs as much as a question. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { memo } from 'react';
import { formMessages } from '../../locales/forms.ts';
import { text } from '../language/text.ts';
import styles from './forms.module.css';

interface FormButtonsProps {
  /** Of the main button; null: there is none. */
  readonly label: string | null;
  /** Another button of the page is the primary one. */
  readonly isAside: boolean;
  /** The action of the main button is irreversible. */
  readonly isDanger: boolean;
  readonly isBusy: boolean;
  /** The main button was pressed, and the answers are being checked. */
  readonly isSettling: boolean;
  /** Index of the open step. */
  readonly step: number;
  readonly onOpen: (step: number) => void;
}

export const FormButtons = memo(function FormButtons(props: FormButtonsProps) {
  const { label, isAside, isDanger, isBusy, isSettling, step, onOpen } = props;
  if (label === null && step <= 0) return null;
  return (
    <div className={styles.buttons}>
      {label !== null && (
        <Button
          type="submit"
          variant={isAside ? 'outline' : 'filled'}
          data-danger={isDanger || undefined}
          loading={isBusy}
          aria-busy={isSettling || undefined}
        >
          {label}
        </Button>
      )}
      {step > 0 && (
        <Button variant="default" disabled={isBusy} onClick={() => onOpen(step - 1)}>
          {text(formMessages.back)}
        </Button>
      )}
      {/* Whoever waits keeps the button and its focus. */}
      <output className={styles.waiting}>{isSettling && text(formMessages.answersBeingChecked)}</output>
    </div>
  );
});
