/** Questions that are answered by typing: one line, a number, a date, or a longer text. */
import {
  type HTMLAttributes,
  type HTMLInputTypeAttribute,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { telephoneRuleIn, writeTelephone } from '../../../portal/forms/telephone.ts';
import { localTimeOf, momentOfLocalTime } from '../../../portal/time/local-time.ts';
import { useSlice } from '../../session/portal-context.ts';
import { describedBy, type WidgetProps } from './form-context.ts';
import styles from './fields.module.css';

const pause = 250;

export interface Draft {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * @param text the form's value
 * @param commit passes the text to the form
 */
function useDraft(text: string, commit: (text: string) => void): Draft {
  const [typed, setTyped] = useState<string | null>(null);
  const waiting = useRef<{ readonly text: string; readonly timer: number } | null>(null);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  const settle = useCallback(() => {
    if (waiting.current === null) return;
    window.clearTimeout(waiting.current.timer);
    const { text: last } = waiting.current;
    waiting.current = null;
    latest.current(last);
  }, []);
  useEffect(() => settle, [settle]);
  return {
    text: typed ?? text,
    onType(next) {
      setTyped(next);
      if (waiting.current !== null) window.clearTimeout(waiting.current.timer);
      waiting.current = { text: next, timer: window.setTimeout(settle, pause) };
    },
    onBlur() {
      settle();
      setTyped(null);
    },
    onKeyDown(event) {
      // Enter submits the form at once, with the last typed text.
      if (event.key === 'Enter') flushSync(settle);
    },
  };
}

interface Manner {
  readonly type: HTMLInputTypeAttribute;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly autoComplete?: string;
  /** Width by the expected content. */
  readonly width?: 'short' | 'middle';
  /** The value that the form stores; undefined for an empty text. */
  readonly read?: (text: string) => unknown;
  /** The text for a stored value. */
  readonly show?: (value: string) => string;
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

/** A time in the portal's zone, wherever the reader is. The form stores the moment. */
export function DateTimeWidget(props: WidgetProps) {
  const { timeZone } = useSlice();
  const read = (text: string) => momentOfLocalTime(text, timeZone) ?? text;
  const show = (moment: string) => localTimeOf(moment, timeZone) ?? '';
  return <InputWidget {...props} manner={{ type: 'datetime-local', width: 'middle', read, show }} />;
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
  const {
    read = (text: string) => text,
    show = (text: string) => text,
    unit = options.unit,
    sign = '',
  } = manner;
  const commit = (text: string) => onChange(text.trim() === '' ? undefined : read(text));
  const draft = useDraft(value === undefined || value === null ? '' : show(String(value)), commit);
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
