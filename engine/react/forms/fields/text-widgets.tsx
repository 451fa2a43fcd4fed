/** Questions that are answered by typing: one line, a number, a date, or a longer text. */
import { typeOfQuestion } from '../../../portal/forms/value-type.ts';
import { codeFormatIn } from '../../../portal/forms/code-format.ts';
import { localTimeOf, momentOfLocalTime } from '../../../portal/time/local-time.ts';
import { currencyIn, currencyOf } from '../../../portal/values/currency.ts';
import { groupThousands, leastGrouped, plainNumber } from '../../../portal/writing/amount.ts';
import { inShape, isOfDigits } from '../../../portal/writing/code.ts';
import { sayTimeOfDay } from '../../page/dates.ts';
import { useSlice } from '../../session/portal-context.ts';
import { useDraft } from './draft.ts';
import { describedBy, type WidgetProps } from './form-context.ts';
import { autoCompleteOf, InputWidget, type Manner } from './input-widget.tsx';
import styles from '../forms.module.css';

export function TextWidget(props: WidgetProps) {
  const code = codeFormatIn(props.uiSchema ?? {});
  const manner: Manner =
    code === undefined
      ? { type: 'text' }
      : { type: 'text', width: 'middle', ...(isOfDigits(code.shapes) && { inputMode: 'numeric' }) };
  return <InputWidget {...props} manner={manner} />;
}

export function EmailWidget(props: WidgetProps) {
  return <InputWidget {...props} manner={{ type: 'email', inputMode: 'email', autoComplete: 'email' }} />;
}

export function PhoneWidget(props: WidgetProps) {
  const { shapes = [] } = typeOfQuestion(props.schema, props.uiSchema ?? {});
  const show = (number: string) => inShape(number, shapes) ?? number;
  return <InputWidget {...props} manner={{ type: 'tel', inputMode: 'tel', width: 'middle', show }} />;
}

export function PasswordWidget(props: WidgetProps) {
  return (
    <InputWidget {...props} manner={{ type: 'password', autoComplete: 'new-password', width: 'middle' }} />
  );
}

export function DateWidget(props: WidgetProps) {
  const languages = useSlice().locales;
  return <InputWidget {...props} manner={{ type: 'date', width: 'short', languages }} />;
}

/** A time in the portal's zone, wherever the reader is. The form stores the moment. */
export function DateTimeWidget(props: WidgetProps) {
  const { timeZone } = useSlice();
  const read = (text: string) => momentOfLocalTime(text, timeZone) ?? text;
  const show = (moment: string) => localTimeOf(moment, timeZone) ?? '';
  return <InputWidget {...props} manner={{ type: 'datetime-local', width: 'middle', read, show }} />;
}

/** A time of day, typed as people write it. */
export function TimeWidget(props: WidgetProps) {
  return <InputWidget {...props} manner={{ type: 'text', width: 'short', show: sayTimeOfDay }} />;
}

export function MoneyWidget(props: WidgetProps) {
  const { currency } = typeOfQuestion(props.schema, props.uiSchema ?? {});
  const sign = currencyOf(currency, currencyIn(useSlice().constants)).sign.trim();
  const grouped = leastGrouped.money;
  const show = (amount: string) => groupThousands(amount, grouped);
  return (
    <InputWidget
      {...props}
      manner={{ type: 'text', inputMode: 'decimal', width: 'short', sign, show, grouped }}
    />
  );
}

export function NumberWidget(props: WidgetProps) {
  const inputMode = props.schema.type === 'integer' ? 'numeric' : 'decimal';
  const grouped = leastGrouped.number;
  const show = (number: string) => groupThousands(number, grouped);
  return (
    <InputWidget
      {...props}
      manner={{ type: 'text', inputMode, width: 'short', read: readNumber, show, grouped }}
    />
  );
}

/** A text that is not a number stays as typed, so that the error can show it. */
function readNumber(text: string): number | string {
  const plain = plainNumber(text) ?? '';
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : text;
}

export function TextareaWidget(props: WidgetProps) {
  return <Textarea {...props} read={asTyped} show={asTyped} />;
}

function asTyped(text: string): string {
  return text;
}

type TextareaProps = WidgetProps & Required<Pick<Manner, 'read' | 'show'>>;

export function Textarea({ read, show, ...props }: TextareaProps) {
  const { id, value, disabled, readonly, onChange, rawErrors, required, options } = props;
  const commit = (text: string) => onChange(text.trim() === '' ? undefined : read(text));
  const text = value === undefined || value === null ? '' : show(String(value));
  const { place, onBlur } = useDraft({ value: text, commit });
  return (
    <textarea
      ref={place}
      id={id}
      name={id}
      className={styles.input}
      autoComplete={autoCompleteOf(options)}
      rows={typeof options.rows === 'number' ? options.rows : 4}
      defaultValue={text}
      disabled={disabled}
      readOnly={readonly}
      aria-required={required}
      aria-invalid={rawErrors !== undefined && rawErrors.length > 0}
      aria-describedby={describedBy(props)}
      onBlur={onBlur}
    />
  );
}
