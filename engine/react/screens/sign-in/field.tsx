/** One field of the sign-in form: label, input, and what is wrong with it; no component library on this page. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  readonly fault: string | undefined;
  /** Stands inside the input, at its end. */
  readonly tool?: ReactNode;
}

export function Field({ label, fault, tool, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          {...input}
          id={id}
          className={styles.input}
          {...(fault !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        />
        {tool}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
