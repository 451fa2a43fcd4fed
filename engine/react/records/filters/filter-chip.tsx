/** One filter of a list. While something is chosen it is a chip that can be removed; its choices show how many rows fit. */
import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChoiceCounts } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import type { RecordQuery } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import styles from '../table/table.module.css';
import { sayChoiceTotal, useChoiceCounts } from './choice-counts.ts';
import { type Choices, flat } from './list-choices.ts';

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
  const { data: counts } = useChoiceCounts(isNear ? query : null, name);
  const withCounts = choices.map((one) =>
    'items' in one
      ? { ...one, items: one.items.map((item) => withCount(item, counts)) }
      : withCount(one, counts),
  );
  const chosen = flat(choices).find((one) => one.value === value);
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

function withCount<Choice extends { readonly value: string; readonly label: string }>(
  choice: Choice,
  counts: ChoiceCounts | undefined,
): Choice {
  // Values of other records are not counted.
  if (counts === undefined || counts.counts.length === 0) return choice;
  const total = sayChoiceTotal(counts, choice.value);
  return { ...choice, label: text(listMessages.choiceWithCount, { title: choice.label, total }) };
}
