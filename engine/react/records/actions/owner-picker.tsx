/** Chooses the owners of all records that a list shows under some filters, and tells how many these are. */
import { recordMessages } from '../../../locales/records.ts';
import type { WireAction } from '../../../contract/record.ts';
import type { TransitionName } from '../../api/call.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { Fallback } from '../../page/feedback.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { FilterSelect } from '../filters/filter-select.tsx';
import styles from './actions.module.css';

type Filters = Readonly<Record<string, string>>;

interface OwnerPickerProps {
  /** The transition that the owners are for. */
  readonly of: TransitionName;
  readonly list: NonNullable<NonNullable<WireAction['pick']>['owners']>;
  readonly filters: Filters;
  readonly onPick: (filters: Filters) => void;
  readonly error: string | null;
}

export function OwnerPicker({ of, list: { type, list: name }, filters, onPick, error }: OwnerPickerProps) {
  const recordType = useSlice().recordTypes[type];
  const list = recordType?.lists[name];
  if (recordType === undefined || list === undefined) return null;
  const set = (filter: string, value: string, stray: readonly string[]): void => {
    const kept = Object.entries(filters).filter(([key]) => key !== filter && !stray.includes(key));
    onPick(Object.fromEntries(value === '' ? kept : [...kept, [filter, value]]));
  };
  return (
    <fieldset className={styles.ownerPicker}>
      <legend className={styles.ownerLegend}>{text(recordMessages.pickOwners, { list: list.title })}</legend>
      <div className={styles.filters}>
        {list.filters.map(({ value, title }) => (
          <FilterSelect
            key={value}
            name={value}
            title={title}
            type={recordType}
            list={list}
            filters={filters}
            query={null}
            onChange={set}
          />
        ))}
      </div>
      <OwnerCount of={of} filters={filters} />
      {error !== null && (
        <p className={styles.ownerError} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function OwnerCount({ of, filters }: Pick<OwnerPickerProps, 'of' | 'filters'>) {
  const { data, error, mutate } = useRead(
    'GET /records/:type/:slug/:transition/owners',
    { params: of, query: filters },
    { keepPreviousData: true, dedupingInterval: 0 },
  );
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const { total, more, had } = data;
  const words =
    more === true
      ? text(recordMessages.tooManyOwners, { most: total })
      : text(recordMessages.ownersChosen, { count: total - had });
  return (
    <output className={styles.count}>
      <strong>{words}</strong>
      {more !== true && had > 0 && <> {text(recordMessages.ownersHad, { count: had })}</>}
    </output>
  );
}
