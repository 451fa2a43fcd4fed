/** A modal dialog: the browser's own, which traps the focus, closes with Escape and needs no inline style. */
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { returnFocus } from './focus-request.ts';
import styles from './modal.module.css';

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

/** Opens a dialog when it is drawn. When it is gone, the focus is back on the page. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    if (!element.open) {
      opener.current = document.activeElement;
      element.showModal();
    }
    return () => {
      // In development, React also runs this while the dialog stays.
      if (!element.isConnected) returnFocus(opener.current);
    };
  }, []);
  return dialog;
}
