/** Several lines of text. */
import type { WidgetProps } from '@rjsf/utils';
import { describedBy } from './described-by.ts';
import styles from './fields.module.css';
import { useDraft } from './use-draft.ts';

export function TextareaWidget(props: WidgetProps) {
  const { id, value, disabled, readonly, onChange, rawErrors, required, options } = props;
  const commit = (text: string) => onChange(text.trim() === '' ? undefined : text);
  const draft = useDraft(value === undefined || value === null ? '' : String(value), commit);
  return (
    <textarea
      id={id}
      name={id}
      className={styles.input}
      rows={typeof options.rows === 'number' ? options.rows : 4}
      value={draft.text}
      disabled={disabled}
      readOnly={readonly}
      aria-required={required}
      aria-invalid={rawErrors !== undefined && rawErrors.length > 0}
      aria-describedby={describedBy(props)}
      onChange={(event) => draft.onType(event.currentTarget.value)}
      onBlur={draft.onBlur}
    />
  );
}
