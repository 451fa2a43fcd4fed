/** A dialog that says what went wrong; it closes itself after its time, or with its one button. */
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import type { ErrorDialog as Dialog } from '../session/store.ts';
import { Icon } from './icons.tsx';
import styles from './error-dialog.module.css';

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
    <Modal opened onClose={onClose} title={dialog.title} centered size="sm" withCloseButton={false}>
      <div className={styles.body}>
        <span className={styles.icon} data-icon="error">
          <Icon name="alert" size={40} />
        </span>
        <p className={styles.text}>{dialog.text}</p>
        <Button onClick={onClose} data-autofocus>
          {dialog.button}
        </Button>
      </div>
    </Modal>
  );
}
