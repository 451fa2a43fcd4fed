/** What one filter of a list offers: choices, and chips instead if few of them have rows. */
import { listMessages } from '../../../locales/lists.ts';
import type { SliceRecordType } from '../../../portal/wire/slice.ts';
import { type RecordQuery, useFormOf } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import type { SliceList } from '../links/list-address.ts';
import { useChoiceCounts } from './choice-counts.ts';
import {
  type Choices,
  chipsOf,
  choicesOf,
  type FilterChips,
  flat,
  isField,
  isWithin,
  splitFilter,
} from './list-choices.ts';

export interface FilterProps {
  readonly name: string;
  readonly title: string;
  readonly type: SliceRecordType;
  readonly list: SliceList;
  /** The current filters of the list. */
  readonly filters: Readonly<Record<string, string>>;
  /** The list, to count what the choices would show; null: they have no counts. */
  readonly query: RecordQuery | null;
  /** It may be chips. */
  readonly isCounted?: boolean;
  /** @param stray filters whose choices belonged to the previous value of this one */
  readonly onChange: (name: string, value: string, stray: readonly string[]) => void;
}

interface FilterOffer {
  readonly label: string;
  readonly choices: Choices;
  readonly chips: 'loading' | FilterChips | null;
  readonly onChange: (value: string) => void;
}

/** A filter of the record, of a parent, or of a record that an answer names; null if there is nothing to choose. */
export function useFilter({ name, title, type: own, list, ...props }: FilterProps): FilterOffer | null {
  const { filters, query, isCounted = false, onChange } = props;
  const slice = useSlice();
  const { department } = useSession();
  const { of, other, field } = splitFilter(slice, own, name);
  const type = other === null ? own : slice.recordTypes[other];
  const { data: form } = useFormOf(isField(field) ? (type?.form ?? null) : null);
  const { data: counts, error } = useChoiceCounts(isCounted ? query : null, name);
  if (type === undefined) return null;
  const siblings = list.filters.map(({ value: one }) => ({ one, ...splitFilter(slice, own, one) }));
  const beside = siblings.filter((one) => one.of === of);
  const chosen = Object.fromEntries(
    beside.flatMap(({ one, field: key }) => (filters[one] === undefined ? [] : [[key, filters[one]]])),
  );
  const states = of === null ? list.states : undefined;
  const choices = choicesOf(field, { type, slice, form, department, chosen, states });
  // A single choice narrows nothing.
  if (flat(choices).length < 2) return null;
  const isColumn = list.columns.some(({ value }) => value === name);
  // Filters that depend on another choice are cleared with it.
  const stray = beside.filter((one) => form !== undefined && isWithin(form, one.field, field));
  const isLoading = isCounted && counts === undefined && error === undefined;
  return {
    label: of === null || isColumn ? title : text(listMessages.filterOfType, { title, type: type.title }),
    choices,
    chips: isLoading ? 'loading' : counts === undefined ? null : chipsOf(choices, counts, filters[name]),
    onChange: (value) =>
      onChange(
        name,
        value,
        stray.map(({ one }) => one),
      ),
  };
}
