/** One filter of a list: a choice among the values of a question, a state, a kind or an office. */
import { listMessages } from '../../../locales/lists.ts';
import { text } from '../../language/text.ts';
import { FilterChip } from './filter-chip.tsx';
import { type FilterProps, useFilter } from './use-filter.ts';

/** Omitted if there is nothing to choose, or if chips are in its place. */
export function FilterSelect(props: FilterProps) {
  const filter = useFilter(props);
  if (filter === null || filter.chips !== null) return null;
  const { label, choices, onChange } = filter;
  return (
    <FilterChip
      name={props.name}
      label={label}
      anyLabel={text(listMessages.anyValueOf, { title: label })}
      choices={choices}
      value={props.filters[props.name] ?? ''}
      query={props.query}
      onChange={onChange}
    />
  );
}
