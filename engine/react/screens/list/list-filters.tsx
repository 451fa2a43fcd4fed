/** Search and filters of a list; each stands in the address. */
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PortalSlice, SliceRecordType } from '../../../portal/slice.ts';
import { useSlice } from '../../portal-context.ts';
import { Icon } from '../../shell/icons.tsx';
import { withParameter, type ListAddress, type ShownList } from './list-address.ts';
import styles from './list.module.css';

/** Typing settles this long before the list is asked again, in milliseconds. */
const settling = 300;

interface ListFiltersProps {
  readonly type: SliceRecordType;
  readonly list: ShownList;
  readonly address: ListAddress;
}

export function ListFilters({ type, list, address }: ListFiltersProps) {
  const slice = useSlice();
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(withParameter(search, name, value), { replace: true, preventScrollReset: true });
  return (
    <search className={styles.filters}>
      <SearchField value={address.q} onChange={(q) => set('q', q)} />
      {list.filters.map((name) => {
        const choices = choicesOf(name, type, slice);
        if (choices.length === 0) return null;
        const title = list.columns.find(({ value }) => value === name)?.title ?? titleOf(name);
        return (
          <NativeSelect
            key={name}
            aria-label={title}
            data={[{ value: '', label: `${title}: all` }, ...choices]}
            value={address.filters[name] ?? ''}
            onChange={(event) => set(name, event.currentTarget.value)}
            {...(address.filters[name] !== undefined && { 'data-active': true })}
          />
        );
      })}
    </search>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextInput
      type="search"
      aria-label="Search this list"
      placeholder="Search"
      data-list-search
      className={styles.search ?? ''}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(next.trim()), settling);
      }}
    />
  );
}

/** What a filter can be set to, where the portal lists it: states, kinds, offices. */
function choicesOf(name: string, type: SliceRecordType, slice: PortalSlice) {
  switch (name) {
    case 'state':
      return Object.entries(type.states).map(([value, { title }]) => ({ value, label: title }));
    case 'kind':
      return Object.entries(slice.kinds).map(([value, { title }]) => ({ value, label: title }));
    case 'office':
      return Object.values(slice.departments)
        .filter(({ kind }) => kind === 'office')
        .map(({ key, title }) => ({ value: key, label: title }));
    default:
      return [];
  }
}

function titleOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
