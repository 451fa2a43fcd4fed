/** One of many choices: typing searches them, and their groups have headings. Short lists stay native. */
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Combobox, useCombobox } from '@mantine/core';
import type { EnumOptionsType } from '@rjsf/utils';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { formMessages } from '../../../locales/forms.ts';
import { text } from '../../language/text.ts';
import type { ChoiceGroup } from './choices-within.ts';
import { describedBy, type WidgetProps } from './form-context.ts';
import styles from '../forms.module.css';
import { fittingChoices, spoken } from './fitting-choices.ts';

interface SearchableChoiceProps extends WidgetProps {
  readonly groups: readonly ChoiceGroup<EnumOptionsType>[];
  /** Left out: the groups have all choices. Else they have those that the server found for the typed words. */
  readonly search?: {
    readonly chosen: EnumOptionsType | undefined;
    /** The groups are not those of the typed words yet, and are empty. */
    readonly isPending: boolean;
    readonly onType: (words: string) => void;
  };
}

export function SearchableChoice(props: SearchableChoiceProps) {
  const { id, value, disabled, readonly, required, rawErrors, groups, search, onChange } = props;
  const combobox = useCombobox();
  const { selectFirstOption, resetSelectedOption } = combobox;
  /** Null: nobody is typing, and the field shows the answer. */
  const [query, setQuery] = useState<string | null>(null);
  const all = groups.flatMap(({ choices }) => choices);
  const chosen = all.find((choice) => choice.value === value) ?? search?.chosen;
  const shown = query === null || search !== undefined ? groups : fittingChoices(groups, query);
  const found = shown.flatMap(({ choices }) => choices);
  const isPending = search?.isPending === true;
  useEffect(() => {
    if (query === null || query === '' || isPending) resetSelectedOption();
    else selectFirstOption();
  }, [query, isPending, selectFirstOption, resetSelectedOption]);
  const type = (words: string | null) => {
    setQuery(words);
    search?.onType(words ?? '');
  };
  const close = () => {
    combobox.closeDropdown();
    type(null);
  };
  const choose = (key: string) => {
    onChange(all.find((choice) => String(choice.value) === key)?.value);
    close();
  };
  /** Enter takes the best one, also before the list is on the screen. Escape keeps the answer. */
  const takeKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') type(null);
    // Enter would send the form before the choices for the typed words are there.
    if (event.key === 'Enter' && query !== null && isPending) return event.preventDefault();
    const [best] = found;
    if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() !== -1) return;
    if (query === null || query === '' || best === undefined) return;
    event.preventDefault();
    choose(String(best.value));
  };
  /** Only a whole title, or an emptied field, is an answer: half a word may mean something else. */
  const leave = () => {
    const named = query === null ? [] : all.filter(({ label }) => spoken(label) === spoken(query));
    if (query === '') onChange(undefined);
    else if (named.length === 1) onChange(named[0]?.value);
    close();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      withinPortal={false}
      disabled={disabled === true || readonly === true}
    >
      <Combobox.Target withExpandedAttribute>
        <input
          id={id}
          name={id}
          // The target adds what the role needs: what it controls, and what is chosen.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props
          role="combobox"
          type="text"
          className={`${styles.input ?? ''} ${styles.search ?? ''}`}
          value={query ?? chosen?.label ?? ''}
          placeholder={text(formMessages.typeToSearch)}
          autoComplete="off"
          disabled={disabled}
          readOnly={readonly}
          aria-autocomplete="list"
          aria-required={required}
          aria-invalid={rawErrors !== undefined && rawErrors.length > 0}
          aria-describedby={describedBy(props)}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            type(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onKeyDown={takeKey}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={styles.found}>
        <output className={styles.foundCount}>
          {isPending
            ? text(formMessages.searching)
            : found.length === 0
              ? text(formMessages.noChoiceFound)
              : text(formMessages.choicesFound, { count: found.length })}
        </output>
        <Combobox.Options className={styles.foundList} aria-labelledby={`${id}-label`}>
          {combobox.dropdownOpened &&
            shown.map(({ title, choices }) =>
              title === null ? (
                <Options key="" choices={choices} chosen={value} />
              ) : (
                <Combobox.Group key={title} label={title}>
                  <Options choices={choices} chosen={value} />
                </Combobox.Group>
              ),
            )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface OptionsProps {
  readonly choices: readonly EnumOptionsType[];
  readonly chosen: unknown;
}

function Options({ choices, chosen }: OptionsProps) {
  return choices.map((choice) => (
    <Combobox.Option
      key={String(choice.value)}
      className={styles.foundOne}
      value={String(choice.value)}
      data-value={String(choice.value)}
      active={choice.value === chosen}
    >
      {choice.label}
    </Combobox.Option>
  ));
}
