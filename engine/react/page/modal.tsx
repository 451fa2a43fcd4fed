/** A modal dialog: the browser's own, which traps the focus, closes with Escape and needs no inline style. */
import { useId, type ReactNode } from 'react';
import styles from './modal.module.css';
import { useModal } from './use-modal.ts';

interface ModalProps {
  /** Beside the page, which stays visible; on a phone a sheet at the bottom. */
  readonly isBeside?: boolean;
  readonly title: string;
  /** Besides the usual look. */
  readonly className?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Modal({ title, className = '', onClose, isBeside = false, children }: ModalProps) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className={`${styles.modal} ${className}`}
      data-beside={isBeside || undefined}
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
