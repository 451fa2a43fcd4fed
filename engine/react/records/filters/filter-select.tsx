/** One filter of a list: a choice among the values of a question, a state, a kind or an office. */
import { listMessages } from '../../../locales/lists.ts';
import type { SliceRecordType } from '../../../portal/wire/slice.ts';
import { type RecordQuery, useFormOf } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import type { SliceList } from '../links/list-address.ts';
import { FilterChip } from './filter-chip.tsx';
import { choicesOf, countOf, isField, isWithin, splitFilter } from './list-choices.ts';

interface FilterSelectProps {
  readonly name: string;
  readonly title: string;
  readonly type: SliceRecordType;
  readonly list: SliceList;
  /** The current filters of the list. */
  readonly filters: Readonly<Record<string, string>>;
  /** The list, to count what the choices would show; null: they have no counts. */
  readonly query: RecordQuery | null;
  /** @param stray filters whose choices belonged to the previous value of this one */
  readonly onChange: (name: string, value: string, stray: readonly string[]) => void;
}

/** A filter of the record or of a parent; omitted if there is nothing to choose. */
export function FilterSelect({ name, title, type: own, list, filters, query, onChange }: FilterSelectProps) {
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
    <FilterChip
      name={name}
      label={label}
      anyLabel={text(listMessages.anyValueOf, { title: label })}
      choices={choices}
      value={filters[name] ?? ''}
      query={query}
      onChange={(value) =>
        onChange(
          name,
          value,
          stray.map(({ one }) => one),
        )
      }
    />
  );
}
