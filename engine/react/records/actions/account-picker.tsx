/** Picks accounts from those that a step allows: search by name, one or several. */
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import type { AccountChoice } from '../../../contract/calendar.ts';
import type { WireAction } from '../../../contract/record.ts';
import type { TransitionName } from '../../api/call.ts';
import { useRead } from '../../data/hooks.ts';
import { Fallback } from '../../page/feedback.tsx';
import { Icon } from '../../theme/icon.tsx';
import { text } from '../../language/text.ts';
import styles from './actions.module.css';
import formStyles from '../../page/plain-form.module.css';
import { recordMessages } from '../../../locales/records.ts';

interface AccountPickerProps {
  /** The transition that the accounts are for. */
  readonly of: TransitionName;
  readonly rule: NonNullable<WireAction['pick']>;
  readonly picked: readonly AccountChoice[];
  readonly onPick: (picked: readonly AccountChoice[]) => void;
  readonly error: string | null;
}

/** The delay after typing before the choices are requested, in milliseconds. */
const settling = 250;

export function AccountPicker({ of, rule, picked, onPick, error }: AccountPickerProps) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const {
    data,
    error: trouble,
    mutate,
  } = useRead('GET /records/:type/:slug/:transition/choices', { params: of, query: { q } });
  const id = useId();
  const set = (choice: AccountChoice, isOn: boolean) => {
    if (!rule.many) return onPick(isOn ? [choice] : []);
    onPick(isOn ? [...picked, choice] : picked.filter(({ value }) => value !== choice.value));
  };
  // Chosen accounts stay visible, whatever the search.
  const found = data ?? [];
  const shown = [...picked, ...found.filter(({ value }) => picked.every((one) => one.value !== value))];
  return (
    <fieldset className={formStyles.choices} {...(error !== null && { 'aria-describedby': `${id}-error` })}>
      <legend className={formStyles.legend}>{questionOf(rule)}</legend>
      <TextInput
        type="search"
        aria-label={text(recordMessages.searchPeople)}
        placeholder={text(recordMessages.searchPeople)}
        leftSection={<Icon of={IconSearch} size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error !== null && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {data === undefined && <Fallback error={trouble} retry={mutate} shape="rows" />}
      <div className={styles.choices}>
        {shown.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type={rule.many ? 'checkbox' : 'radio'}
              name={id}
              checked={picked.some(({ value }) => value === choice.value)}
              onChange={(event) => set(choice, event.currentTarget.checked)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      {data !== undefined && shown.length === 0 && (
        <p data-quiet>
          {q === '' ? text(recordMessages.nobodyToPick) : text(recordMessages.nobodyFound, { name: q })}
        </p>
      )}
    </fieldset>
  );
}

function questionOf({ many, least, most }: AccountPickerProps['rule']): string {
  if (least !== undefined && least === most) return text(recordMessages.chooseExactly, { count: least });
  if (least !== undefined && most !== undefined) return text(recordMessages.chooseBetween, { least, most });
  if (least !== undefined) return text(recordMessages.chooseAtLeast, { count: least });
  if (most !== undefined) return text(recordMessages.chooseAtMost, { count: most });
  return many ? text(recordMessages.pickSeveralPeople) : text(recordMessages.pickPerson);
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settling);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
