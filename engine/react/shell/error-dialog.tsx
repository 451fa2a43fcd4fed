/** An error dialog; it closes after its time, or with its button. */
import { useEffect } from 'react';
import { Modal } from '../page/modal.tsx';
import { PrimaryButton } from '../page/primary-button.tsx';
import type { ErrorDialog as Dialog } from '../session/store.ts';
import styles from './error-dialog.module.css';
import { Icon } from '../theme/icons.tsx';

interface ErrorDialogProps {
  readonly dialog: Dialog;
  readonly onClose: () => void;
}

export function ErrorDialog({ dialog, onClose }: ErrorDialogProps) {
  useEffect(() => {
    if (dialog.closesAfter === null) return;
    const timer = setTimeout(onClose, dialog.closesAfter);
    return () => clearTimeout(timer);
  }, [dialog, onClose]);
  return (
    <Modal title={dialog.title} onClose={onClose}>
      <div className={styles.body}>
        <span className={styles.icon} data-icon="error">
          <Icon name="alert" size={40} />
        </span>
        <p className={styles.text}>{dialog.text}</p>
        <PrimaryButton type="button" onClick={onClose}>
          {dialog.button}
        </PrimaryButton>
      </div>
    </Modal>
  );
}
