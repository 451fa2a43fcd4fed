/** The filled button of pages that must load without the component library. */
import type { ComponentProps } from 'react';
import styles from './primary-button.module.css';

export function PrimaryButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button {...props} className={styles.button} />;
}
