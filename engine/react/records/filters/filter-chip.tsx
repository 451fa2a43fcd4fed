/** One filter of a list. While something is chosen it is a chip that can be removed; its choices show how many rows fit. */
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChoiceCounts } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { listInput, type RecordQuery, useRead } from '../../data/hooks.ts';
import { sayNumber } from '../../page/dates.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import styles from '../table/table.module.css';
import type { Choices } from './list-choices.ts';

/** Greater numbers are not told apart. */
const mostCounted = 1000;

interface FilterChipProps {
  readonly name: string;
  readonly label: string;
  /** What is shown while nothing is chosen. */
  readonly anyLabel: string;
  readonly choices: Choices;
  readonly value: string;
  /** The list whose rows are counted; null: they are not. */
  readonly query: RecordQuery | null;
  readonly onChange: (value: string) => void;
}

export function FilterChip({ name, label, anyLabel, choices, value, query, onChange }: FilterChipProps) {
  // Counted on the way to the menu, and not before.
  const [isNear, setIsNear] = useState(false);
  const counts = useCounts(isNear ? query : null, name);
  const withCounts = choices.map((one) =>
    'items' in one
      ? { ...one, items: one.items.map((item) => withCount(item, counts)) }
      : withCount(one, counts),
  );
  const chosen = choices
    .flatMap((one) => ('items' in one ? one.items : [one]))
    .find((one) => one.value === value);
  const isChosen = value !== '';
  return (
    <span className={styles.chip} {...(isChosen && { 'data-active': true })}>
      <NativeSelect
        aria-label={label}
        data={[{ value: '', label: anyLabel }, ...withCounts]}
        value={value}
        onPointerEnter={() => setIsNear(true)}
        onFocus={() => setIsNear(true)}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(isChosen && { 'data-active': true })}
      />
      {isChosen && (
        <button
          type="button"
          className={styles.remove}
          aria-label={text(listMessages.removeFilter, { title: label, choice: chosen?.label ?? value })}
          onClick={() => onChange('')}
        >
          <Icon of={IconX} size={14} />
        </button>
      )}
    </span>
  );
}

function useCounts(query: RecordQuery | null, by: string): ChoiceCounts | undefined {
  const input = query === null ? null : listInput({ ...query, limit: 1, rows: null });
  const { data } = useRead(
    'GET /records/:type/choices',
    input === null ? null : { params: input.params, query: { ...input.query, by } },
    { keepPreviousData: true },
  );
  return data;
}

function withCount<Choice extends { readonly value: string; readonly label: string }>(
  choice: Choice,
  counts: ChoiceCounts | undefined,
): Choice {
  // Values of other records are not counted.
  if (counts === undefined || counts.counts.length === 0) return choice;
  const total = counts.counts.find(({ value }) => value === choice.value)?.total ?? 0;
  const isMore = counts.more || total > mostCounted;
  const figure = isMore
    ? text(listMessages.moreThan, { count: Math.min(total, mostCounted) })
    : sayNumber(total);
  return { ...choice, label: text(listMessages.choiceWithCount, { title: choice.label, total: figure }) };
}
