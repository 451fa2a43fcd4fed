/**
 * Choices: one of a list, yes or no, several of a list, a tick. All but long lists are native, so that each device
 * shows its own control.
 */
import type { EnumOptionsType } from '@rjsf/utils';
import type { ComponentProps } from 'react';
import { text } from '../../language/text.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import { describedBy, type WidgetProps } from './form-context.ts';
import styles from '../forms.module.css';
import { choicesWithin, groupsByHeading, groupsWithin } from './choices-within.ts';
import { formMessages } from '../../../locales/forms.ts';

/** A longer list can be searched. */
const mostNative = 12;

const SearchableChoice = onUse(async () => (await import('./searchable-choice.tsx')).SearchableChoice);

/** Loads on first use. @param shown the answer, which people read meanwhile */
export function LongChoice({
  shown,
  ...props
}: ComponentProps<typeof SearchableChoice> & { readonly shown: string }) {
  const waiting = <input id={props.id} className={styles.input} disabled aria-busy value={shown} />;
  return (
    <LazyPart waiting={waiting}>
      <SearchableChoice {...props} />
    </LazyPart>
  );
}

export function SelectWidget(props: WidgetProps) {
  const { id, multiple, value, disabled, readonly, onChange, rawErrors, required } = props;
  const choices = choicesOf(props);
  if (multiple === true) return <CheckboxesWidget {...props} />;
  const groups = groupsOf(props, choices);
  const chosen = choices.find((choice) => choice.value === value);
  if ((props.options.enumOptions ?? []).length > mostNative)
    return <LongChoice {...props} groups={groups} shown={chosen?.label ?? ''} />;
  return (
    <select
      id={id}
      name={id}
      className={styles.input}
      data-native
      value={chosen === undefined ? '' : String(chosen.value)}
      disabled={disabled === true || readonly === true}
      aria-required={required}
      aria-invalid={rawErrors !== undefined && rawErrors.length > 0}
      aria-describedby={describedBy(props)}
      onChange={(event) => {
        const { value: chosenValue } = event.currentTarget;
        onChange(choices.find((choice) => String(choice.value) === chosenValue)?.value);
      }}
    >
      <option value="">{required === true ? text(formMessages.nothingChosen) : '–'}</option>
      {groups.map(({ title, choices: some }) =>
        title === null ? (
          <Options key="" choices={some} />
        ) : (
          <optgroup key={title} label={title}>
            <Options choices={some} />
          </optgroup>
        ),
      )}
    </select>
  );
}

function Options({ choices }: { readonly choices: readonly EnumOptionsType[] }) {
  return choices.map((choice) => (
    <option key={String(choice.value)} value={String(choice.value)}>
      {choice.label}
    </option>
  ));
}

/** Under the headings of the lookup; else, while all are offered, under the answer that each belongs to. */
function groupsOf({ options, registry }: WidgetProps, choices: readonly EnumOptionsType[]) {
  const { groups, enumOptions = [] } = options;
  if (Array.isArray(groups)) return groupsByHeading(choices, enumOptions, groups);
  const within = choices === options.enumOptions ? options.within : undefined;
  return groupsWithin(choices, within, registry.formContext.form);
}

export function RadioWidget(props: WidgetProps) {
  const { id, value, disabled, readonly, onChange, required, rawErrors } = props;
  return (
    <div
      id={id}
      role="radiogroup"
      tabIndex={-1}
      className={styles.choices}
      aria-labelledby={`${id}-label`}
      aria-required={required}
      aria-invalid={rawErrors !== undefined && rawErrors.length > 0}
      aria-describedby={describedBy(props)}
    >
      {choicesOf(props).map((choice, index) => (
        <label key={String(choice.value)} className={styles.choice}>
          <input
            type="radio"
            id={`${id}-${index}`}
            name={id}
            checked={choice.value === value}
            disabled={disabled === true || readonly === true}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

export function CheckboxesWidget(props: WidgetProps) {
  const { id, value, disabled, readonly, onChange, options } = props;
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const all = options.enumOptions ?? [];
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.choices}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(props)}
    >
      {choicesOf(props).map((choice, index) => (
        <label key={String(choice.value)} className={styles.choice}>
          <input
            type="checkbox"
            id={`${id}-${index}`}
            name={id}
            checked={chosen.includes(choice.value)}
            disabled={disabled === true || readonly === true}
            onChange={(event) =>
              onChange(
                // In the order of the choices.
                all
                  .map(({ value: one }) => one)
                  .filter((one) =>
                    one === choice.value ? event.currentTarget.checked : chosen.includes(one),
                  ),
              )
            }
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One statement to tick; unticked is no answer. */
export function CheckboxWidget(props: WidgetProps) {
  const { id, value, label, disabled, readonly, onChange, required, rawErrors, schema } = props;
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        id={id}
        name={id}
        checked={value === true}
        disabled={disabled === true || readonly === true}
        aria-required={required}
        aria-invalid={rawErrors !== undefined && rawErrors.length > 0}
        aria-describedby={describedBy(props)}
        onChange={(event) => {
          const unticked = schema.const === true ? undefined : false;
          onChange(event.currentTarget.checked ? true : unticked);
        }}
      />
      <span>{label}</span>
    </label>
  );
}

function choicesOf({ options, schema, registry }: WidgetProps): readonly EnumOptionsType[] {
  if (options.enumOptions !== undefined && options.enumOptions.length > 0) {
    if (schema.type === 'boolean' && !hasOwnWords(options, schema))
      return options.enumOptions.map(withYesAndNo);
    return choicesWithin(options.enumOptions, options.within, registry.formContext);
  }
  if (schema.type !== 'boolean') return [];
  return [
    { value: true, label: text(formMessages.yes) },
    { value: false, label: text(formMessages.no) },
  ];
}

/** Decides whether the configuration labels yes and no. */
function hasOwnWords(options: WidgetProps['options'], schema: WidgetProps['schema']): boolean {
  return options['enumNames'] !== undefined || schema.oneOf !== undefined || schema.anyOf !== undefined;
}

function withYesAndNo(choice: EnumOptionsType): EnumOptionsType {
  return { ...choice, label: choice.value === true ? text(formMessages.yes) : text(formMessages.no) };
}
