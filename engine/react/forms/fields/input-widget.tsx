/** One line of text, digits, an amount, a date: native inputs that buffer the typed text. */
import type { WidgetProps } from '@rjsf/utils';
import type { HTMLAttributes, HTMLInputTypeAttribute } from 'react';
import { telephoneRuleIn, writeTelephone } from '../../../portal/forms/telephone.ts';
import { describedBy } from './described-by.ts';
import styles from './fields.module.css';
import { useSlice } from '../../portal-context.ts';
import { useDraft } from './use-draft.ts';

interface Manner {
  readonly type: HTMLInputTypeAttribute;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly autoComplete?: string;
  /** Width by the expected content. */
  readonly width?: 'short' | 'middle';
  /** The value that the form stores; undefined for an empty text. */
  readonly read?: (text: string) => unknown;
  readonly unit?: string;
  /** Shown before the input. */
  readonly sign?: string;
}

export function TextWidget(props: WidgetProps) {
  return <InputWidget {...props} manner={{ type: 'text' }} />;
}

export function EmailWidget(props: WidgetProps) {
  return <InputWidget {...props} manner={{ type: 'email', inputMode: 'email', autoComplete: 'email' }} />;
}

export function PhoneWidget(props: WidgetProps) {
  const rule = telephoneRuleIn({ 'ui:telephone': props.options.telephone });
  const read = rule === undefined ? undefined : (text: string) => writeTelephone(text, rule);
  const manner: Manner = { type: 'tel', inputMode: 'tel', width: 'middle', ...(read && { read }) };
  return <InputWidget {...props} manner={manner} />;
}

export function PasswordWidget(props: WidgetProps) {
  return (
    <InputWidget {...props} manner={{ type: 'password', autoComplete: 'new-password', width: 'middle' }} />
  );
}

export function DateWidget(props: WidgetProps) {
  return <InputWidget {...props} manner={{ type: 'date', width: 'short' }} />;
}

export function MoneyWidget(props: WidgetProps) {
  const sign = String(useSlice().constants['currencySign'] ?? '');
  return (
    <InputWidget
      {...props}
      manner={{ type: 'text', inputMode: 'decimal', width: 'short', read: plainAmount, sign }}
    />
  );
}

export function NumberWidget(props: WidgetProps) {
  const inputMode = props.schema.type === 'integer' ? 'numeric' : 'decimal';
  return <InputWidget {...props} manner={{ type: 'text', inputMode, width: 'short', read: readNumber }} />;
}

function InputWidget({ manner, ...props }: WidgetProps & { readonly manner: Manner }) {
  const { id, value, disabled, readonly, onChange, rawErrors, required, options } = props;
  const { read = (text: string) => text, unit = options.unit, sign = '' } = manner;
  const commit = (text: string) => onChange(text.trim() === '' ? undefined : read(text));
  const draft = useDraft(value === undefined || value === null ? '' : String(value), commit);
  const hasErrors = rawErrors !== undefined && rawErrors.length > 0;
  return (
    <span className={styles.line}>
      {sign !== '' && <span className={styles.unit}>{sign}</span>}
      <input
        id={id}
        name={id}
        className={styles.input}
        type={manner.type}
        inputMode={manner.inputMode}
        autoComplete={autoCompleteOf(props, manner)}
        data-width={manner.width}
        value={draft.text}
        disabled={disabled}
        readOnly={readonly}
        aria-required={required}
        aria-invalid={hasErrors}
        aria-describedby={describedBy(props)}
        onChange={(event) => draft.onType(event.currentTarget.value)}
        onBlur={draft.onBlur}
        onKeyDown={draft.onKeyDown}
      />
      {typeof unit === 'string' && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

function autoCompleteOf({ options }: WidgetProps, manner: Manner): string | undefined {
  return typeof options.autocomplete === 'string' ? options.autocomplete : manner.autoComplete;
}

/** People write amounts with grouping marks and blanks; only the digits are stored. */
function plainAmount(text: string): string {
  return text.replaceAll(/[\s,]/g, '');
}

/** A text that is not a number stays as typed, so that the error can show it. */
function readNumber(text: string): number | string {
  const plain = text.replaceAll(/[\s,]/g, '');
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : text;
}
