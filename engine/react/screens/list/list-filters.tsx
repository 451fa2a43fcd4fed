/** Search and filters of a list; the URL contains each. */
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SliceRecordType } from '../../../portal/wire/slice.ts';
import { type RecordQuery, useRecords } from '../../data/hooks.ts';
import { Icon } from '../../theme/icon.tsx';
import { text } from '../../language/text.ts';
import { withParameter, type ListAddress, type SliceList } from '../../records/links/list-address.ts';
import { CountChips } from '../../records/filters/count-chips.tsx';
import { FilterChip } from '../../records/filters/filter-chip.tsx';
import { FilterSelect } from '../../records/filters/filter-select.tsx';
import { isNarrowed } from './list-body.tsx';
import styles from './list.module.css';
import { listMessages } from '../../../locales/lists.ts';

/** The delay after typing before the list is requested, in milliseconds. */
const settling = 300;

interface ListFiltersProps {
  readonly type: SliceRecordType;
  readonly list: SliceList;
  readonly address: ListAddress;
  readonly query: RecordQuery;
  /** The first filter shows how many rows each of its choices has. */
  readonly isCounted: boolean;
}

/** Renders nothing if there is nothing to search. */
export function ListFilters(props: ListFiltersProps) {
  const { data } = useRecords(props.query);
  const isEmpty = data?.[0]?.total === 0 && !isNarrowed(props.query);
  return isEmpty ? null : <Filters {...props} />;
}

function Filters({ type, list, address, query, isCounted }: ListFiltersProps) {
  const [search, setSearch] = useSearchParams();
  // A navigation takes a moment: what is chosen meanwhile is added to what was asked for last.
  const asked = useRef(search);
  useEffect(() => void (asked.current = search), [search]);
  /** @param stray filters whose choices belonged to the previous value of this one */
  const set = (name: string, value: string, stray: readonly string[] = []) => {
    const without = stray.reduce((rest, other) => withParameter(rest, other, ''), asked.current);
    asked.current = withParameter(without, name, value);
    setSearch(asked.current, { replace: true, preventScrollReset: true });
  };
  const filters = list.filters.map(({ value: name, title }, index) => ({
    name,
    title,
    type,
    list,
    filters: address.filters,
    query,
    isCounted: isCounted && index === 0,
    onChange: set,
  }));
  return (
    <search>
      <div className={styles.filters}>
        <SearchField value={address.q} onChange={(q) => set('q', q)} />
        {hasDue(list) && (
          <FilterChip
            name="due"
            label={text(listMessages.dueFilter)}
            anyLabel={text(listMessages.anyValueOf, { title: text(listMessages.dueFilter) })}
            choices={dueChoices()}
            value={address.due ?? ''}
            query={query}
            onChange={(value) => set('due', value)}
          />
        )}
        {/* The dashboard leads here. */}
        {address.waits !== null && (
          <FilterChip
            name="waits"
            label={text(listMessages.waitsFilter)}
            anyLabel={text(listMessages.waitsAnybody)}
            choices={waitChoices()}
            value={address.waits}
            query={null}
            onChange={(value) => set('waits', value)}
          />
        )}
        {filters.map((filter) => (
          <FilterSelect key={filter.name} {...filter} />
        ))}
      </div>
      {filters.slice(0, 1).map((filter) => (
        <CountChips key={filter.name} {...filter} />
      ))}
    </search>
  );
}

const dueChoices = () => [
  { value: 'late', label: text(listMessages.overdue) },
  { value: 'today', label: text(listMessages.dueToday) },
  { value: 'soon', label: text(listMessages.dueSoon) },
  { value: 'week', label: text(listMessages.dueWeek) },
];

const waitChoices = () => [
  { value: 'us', label: text(listMessages.waitsUs) },
  { value: 'others', label: text(listMessages.waitsOthers) },
];

/** Decides whether this list shows due dates. */
function hasDue({ columns }: SliceList): boolean {
  return columns.some(({ value }) => value === 'due');
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another view, or a link, searches for something else.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      aria-label={text(listMessages.searchThisList)}
      placeholder={text(listMessages.search)}
      data-list-search
      {...(value !== '' && { wrapperProps: { 'data-active': true } })}
      className={styles.search ?? ''}
      leftSection={<Icon of={IconSearch} size={16} />}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          sent.current = next.trim();
          onChange(next.trim());
        }, settling);
      }}
    />
  );
}
