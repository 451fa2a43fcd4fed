/** The search through everything that the person may reach: pages, records, actions of this page, settings. */
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { listMessages } from '../../locales/lists.ts';
import { pageMessages } from '../../locales/page.ts';
import { leastLetters } from '../../portal/model/record-type.ts';
import { useRead } from '../data/hooks.ts';
import { Modal } from '../page/modal.tsx';
import { actionsOfPage, type PageAction } from '../page/page-actions.ts';
import { text } from '../language/text.ts';
import { Icon } from '../theme/icon.tsx';
import { type Choice, usePageChoices, useRecordChoices, useSettingChoices } from './choices.ts';
import styles from './palette.module.css';

/** Long enough for somebody who types to go on. */
const typing = 200;

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [actions] = useState(actionsOfPage);
  const search = useSearch(query);
  const fits = fitting(query);
  const groups = [
    { title: text(pageMessages.findActions), choices: actions.map(choiceOf).filter(fits) },
    { title: text(pageMessages.findRecords), choices: search.choices },
    ...usePageChoices().map(({ title, choices }) => ({ title, choices: choices.filter(fits) })),
    { title: text(pageMessages.findSettings), choices: useSettingChoices().filter(fits) },
  ].filter(({ choices }) => choices.length > 0);
  const all = groups.flatMap(({ choices }) => choices);
  const combobox = useCombobox({ opened: true });
  const { selectFirstOption } = combobox;
  // Enter takes the first choice, also when the records arrive later than the pages.
  const shown = all.map(({ key }) => key).join('\n');
  useEffect(() => {
    if (shown !== '') selectFirstOption();
  }, [shown, selectFirstOption]);
  const choose = (key: string) => {
    onClose();
    all.find((choice) => choice.key === key)?.run();
  };
  return (
    <Modal title={text(pageMessages.findLabel)} onClose={onClose}>
      <div className={styles.palette}>
        <Combobox store={combobox} onOptionSubmit={choose}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              // The target adds what the role needs: what it controls, and what is chosen.
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props
              role="combobox"
              aria-label={text(pageMessages.findLabel)}
              placeholder={text(pageMessages.findPlaceholder)}
              leftSection={<Icon of={IconSearch} size={20} />}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              maxLength={200}
              data-autofocus
            />
          </Combobox.EventsTarget>
          <output className={styles.status}>{search.status ?? sayFound(all.length)}</output>
          <Combobox.Options className={styles.list} aria-label={text(pageMessages.findLabel)}>
            {groups.map(({ title, choices }, index) => (
              <Combobox.Group key={`${index} ${title}`} label={title}>
                {choices.map(({ key, label, description }) => (
                  <Combobox.Option key={key} value={key}>
                    {label}
                    {description !== undefined && <span className={styles.description}>{description}</span>}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
      </div>
    </Modal>
  );
}

function choiceOf({ name, title, run }: PageAction): Choice {
  return { key: `action ${name}`, label: title, run };
}

/** Each word must be in the title. */
function fitting(query: string): (choice: Choice) => boolean {
  const words = query.toLocaleLowerCase().split(/\s+/);
  return ({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word));
}

function sayFound(count: number): string {
  return count === 0 ? text(pageMessages.findNothing) : text(listMessages.foundCount, { count });
}

/** Records that fit. @returns what to say while they are searched for, or if that failed; null: they are here */
function useSearch(query: string): { readonly choices: readonly Choice[]; readonly status: string | null } {
  const wanted = query.trim();
  const [q] = useDebouncedValue(wanted, typing);
  const isAsked = q.length >= leastLetters;
  const { data, error } = useRead('GET /records', isAsked ? { query: { q } } : null);
  const choices = useRecordChoices(data?.items ?? []);
  if (error !== undefined) return { choices, status: text(pageMessages.findNotReached) };
  const isWaiting = wanted.length >= leastLetters && (q !== wanted || data === undefined);
  return { choices, status: isWaiting ? text(pageMessages.findSearching) : null };
}
