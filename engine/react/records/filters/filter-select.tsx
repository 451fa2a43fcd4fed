/** One filter of a list: a choice among the values of a question, a state, a kind or an office. */
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { listMessages } from '../../../locales/lists.ts';
import type { SliceRecordType } from '../../../portal/wire/slice.ts';
import { useFormOf } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import type { SliceList } from '../links/list-address.ts';
import { choicesOf, countOf, isField, isWithin, splitFilter } from './list-choices.ts';

interface FilterSelectProps {
  readonly name: string;
  readonly title: string;
  readonly type: SliceRecordType;
  readonly list: SliceList;
  /** The current filters of the list. */
  readonly filters: Readonly<Record<string, string>>;
  /** @param stray filters whose choices belonged to the previous value of this one */
  readonly onChange: (name: string, value: string, stray: readonly string[]) => void;
}

/** A filter of the record or of a parent; omitted if there is nothing to choose. */
export function FilterSelect({ name, title, type: own, list, filters, onChange }: FilterSelectProps) {
  const slice = useSlice();
  const { department } = useSession();
  const { above, field } = splitFilter(slice, name);
  const type = above === null ? own : slice.recordTypes[above];
  const { data: form } = useFormOf(isField(field) ? (type?.form ?? null) : null);
  if (type === undefined) return null;
  const siblings = list.filters.map(({ value: one }) => ({ one, ...splitFilter(slice, one) }));
  const beside = siblings.filter((one) => one.above === above);
  const chosen = Object.fromEntries(
    beside.flatMap(({ one, field: key }) => (filters[one] === undefined ? [] : [[key, filters[one]]])),
  );
  const states = above === null ? list.states : undefined;
  const choices = choicesOf(field, { type, slice, form, department, chosen, states });
  // A single choice narrows nothing.
  if (countOf(choices) < 2) return null;
  const isColumn = list.columns.some(({ value }) => value === name);
  const label =
    above === null || isColumn ? title : text(listMessages.filterOfType, { title, type: type.title });
  // Filters that depend on another choice are cleared with it.
  const stray = beside.filter((one) => form !== undefined && isWithin(form, one.field, field));
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: text(listMessages.anyValueOf, { title: label }) }, ...choices]}
      value={filters[name] ?? ''}
      onChange={(event) =>
        onChange(
          name,
          event.currentTarget.value,
          stray.map(({ one }) => one),
        )
      }
      {...(filters[name] !== undefined && { 'data-active': true })}
    />
  );
}
