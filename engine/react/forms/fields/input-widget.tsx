/** A question that is answered by typing one line, or whose answer is computed from others. */
import type { ClipboardEvent, HTMLAttributes, HTMLInputTypeAttribute } from 'react';
import { formMessages } from '../../../locales/forms.ts';
import { typeOfQuestion } from '../../../portal/forms/value-type.ts';
import { writingOf } from '../../../portal/forms/written-answers.ts';
import { regroup } from '../../../portal/writing/amount.ts';
import { sayTyped } from '../../facts/words.ts';
import { text as say } from '../../language/text.ts';
import { useSlice } from '../../session/portal-context.ts';
import { useDraft } from './draft.ts';
import { describedBy, type WidgetProps } from './form-context.ts';
import styles from '../forms.module.css';

export interface Manner {
  readonly type: HTMLInputTypeAttribute;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly autoComplete?: string;
  /** Width by the expected content. */
  readonly width?: 'short' | 'middle';
  /** The value that the form stores; undefined for an empty text. Default: as the question's format is written. */
  readonly read?: (text: string) => unknown;
  /** The text for a stored value. */
  readonly show?: (value: string) => string;
  /** The languages in which people write months. */
  readonly languages?: readonly string[];
  readonly unit?: string;
  /** Shown before the input. */
  readonly sign?: string;
  /** The smallest number whose thousands are grouped while somebody types. */
  readonly grouped?: number;
}

export type MannerProps = WidgetProps & { readonly manner: Manner };

export function InputWidget(props: MannerProps) {
  return props.options.compute === undefined ? <Input {...props} /> : <Computed {...props} />;
}

function Input({ manner, ...props }: MannerProps) {
  const { id, value, disabled, readonly, onChange, rawErrors, required, options } = props;
  const { schema, uiSchema = {} } = props;
  const write = writingOf({ schema, uiSchema }, manner.languages ?? []) ?? asTyped;
  const { read = write, show = (text: string) => text, unit = options.unit, sign = '', grouped } = manner;
  const commit = (text: string) => onChange(text.trim() === '' ? undefined : read(text));
  const text = value === undefined || value === null ? '' : show(String(value));
  const { place, fill, onBlur, onKeyDown } = useDraft({
    value: text,
    commit,
    ...(grouped !== undefined && { rewrite: (event, before) => groupWhileTyping(event, before, grouped) }),
  });
  const hasErrors = rawErrors !== undefined && rawErrors.length > 0;
  const isAlone = sign === '' && typeof unit !== 'string';
  return (
    <span className={isAlone ? styles.whole : styles.line}>
      {sign !== '' && <span className={styles.unit}>{sign}</span>}
      <input
        ref={place}
        id={id}
        name={id}
        className={styles.input}
        type={manner.type}
        inputMode={manner.inputMode}
        autoComplete={autoCompleteOf(options) ?? manner.autoComplete}
        data-width={manner.width}
        defaultValue={text}
        disabled={disabled}
        readOnly={readonly}
        aria-required={required}
        aria-invalid={hasErrors}
        aria-describedby={describedBy(props)}
        onPaste={(event) => {
          const pasted = manner.type === 'date' ? pastedDay(event, write) : null;
          if (pasted !== null && disabled !== true && readonly !== true) fill(pasted);
        }}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {typeof unit === 'string' && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

function asTyped(text: string): string {
  return text;
}

/** The caret is put back between the same digits. */
function groupWhileTyping(event: Event, before: string, least: number): void {
  const { currentTarget: input } = event;
  if (!(input instanceof HTMLInputElement)) return;
  const caret = input.selectionStart ?? input.value.length;
  const isForward = event instanceof InputEvent && event.inputType === 'deleteContentForward';
  const next = regroup({ before, value: input.value, caret, isForward }, least);
  if (next.value === input.value) return;
  input.value = next.value;
  input.setSelectionRange(next.caret, next.caret);
}

/** Browsers take dates into their own field digit by digit, but not a date that is pasted as a text. */
function pastedDay(event: ClipboardEvent<HTMLInputElement>, write: (text: string) => string): string | null {
  const day = write(event.clipboardData.getData('text'));
  if (event.currentTarget.type !== 'date' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  event.preventDefault();
  return day;
}

export function autoCompleteOf({ autocomplete }: WidgetProps['options']): string | undefined {
  return typeof autocomplete === 'string' ? autocomplete : undefined;
}

/** The portal computes the answer. It changes while somebody types the answers that it is computed from. */
function Computed(props: MannerProps) {
  const { id, value, schema, uiSchema = {} } = props;
  const hint = `${id}-computed`;
  const described = describedBy(props);
  return (
    <span className={styles.line}>
      <output
        id={id}
        className={styles.computed}
        tabIndex={-1}
        aria-describedby={described === undefined ? hint : `${described} ${hint}`}
      >
        {sayTyped(useSlice(), value, typeOfQuestion(schema, uiSchema))}
      </output>
      <span id={hint} className={styles.unit}>
        {say(formMessages.computed)}
      </span>
    </span>
  );
}
