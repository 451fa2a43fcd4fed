/** The main button of a page, and a line that links to another place on it. */
import type { ComponentProps, ReactNode } from 'react';
import styles from './modal.module.css';

export function PrimaryButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button {...props} className={styles.button} />;
}

export function Jump({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.jump} onClick={onClick}>
      {children}
    </button>
  );
}
