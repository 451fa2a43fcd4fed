/** Search and filters of a list; each stands in the address. */
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SliceRecordType } from '../../../portal/slice.ts';
import { useFormOf, useRecords, type RecordQuery } from '../../api/hooks.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { titlesOf } from '../../records/titles.ts';
import { Icon } from '../../shell/icons.tsx';
import { text } from '../../text.ts';
import { withParameter, type ListAddress, type ShownList } from './list-address.ts';
import { isNarrowed } from './list-body.tsx';
import { choicesOf, countOf, isField, isWithin, titleOf } from './list-choices.ts';
import styles from './list.module.css';

/** Typing settles this long before the list is asked again, in milliseconds. */
const settling = 300;

const noTitles: ReadonlyMap<string, string> = new Map();

interface ListFiltersProps {
  readonly type: SliceRecordType;
  readonly list: ShownList;
  readonly address: ListAddress;
  readonly query: RecordQuery;
}

/** Nothing where there is nothing to search in. */
export function ListFilters(props: ListFiltersProps) {
  const { data } = useRecords(props.query);
  const isEmpty = data?.[0]?.total === 0 && !isNarrowed(props.query);
  return isEmpty ? null : <Filters {...props} />;
}

function Filters({ type, list, address }: ListFiltersProps) {
  const slice = useSlice();
  const { department } = useSession();
  const { data: form } = useFormOf(list.filters.some(isField) ? type.form : null);
  const titles = form === undefined ? noTitles : titlesOf(form);
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) => {
    // What belongs to another choice goes with it.
    const stray = list.filters.filter((other) => form !== undefined && isWithin(form, other, name));
    const without = stray.reduce((rest, other) => withParameter(rest, other, ''), search);
    setSearch(withParameter(without, name, value), { replace: true, preventScrollReset: true });
  };
  return (
    <search className={styles.filters}>
      <SearchField value={address.q} onChange={(q) => set('q', q)} />
      {hasDue(list) && (
        <NativeSelect
          aria-label={text('Due')}
          data={dueChoices()}
          value={address.due ?? ''}
          onChange={(event) => set('due', event.currentTarget.value)}
          {...(address.due !== null && { 'data-active': true })}
        />
      )}
      {list.filters.map((name) => {
        const choices = choicesOf(name, { type, slice, form, department, chosen: address.filters });
        // One choice narrows nothing.
        if (countOf(choices) < 2) return null;
        const column = list.columns.find(({ value }) => value === name);
        // What was asked as a question stands before a colon here.
        const title = (column?.title ?? titles.get(name) ?? titleOf(name)).replace(/\?$/, '');
        return (
          <NativeSelect
            key={name}
            aria-label={title}
            data={[{ value: '', label: text('{title}: all', { title }) }, ...choices]}
            value={address.filters[name] ?? ''}
            onChange={(event) => set(name, event.currentTarget.value)}
            {...(address.filters[name] !== undefined && { 'data-active': true })}
          />
        );
      })}
    </search>
  );
}

const dueChoices = () => [
  { value: '', label: text('Due: any time') },
  { value: 'late', label: text('Overdue') },
  { value: 'soon', label: text('Due soon') },
];

/** Is it said in this list until when? */
function hasDue({ columns }: ShownList): boolean {
  return columns.some(({ value }) => value === 'due');
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextInput
      type="search"
      aria-label={text('Search this list')}
      placeholder={text('Search')}
      data-list-search
      className={styles.search ?? ''}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(next.trim()), settling);
      }}
    />
  );
}
