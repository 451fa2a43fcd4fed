/** A filter as buttons, each with the number of its rows. The pressed one narrows the list. */
import { IconX } from '@tabler/icons-react';
import { Icon } from '../../theme/icon.tsx';
import { sayChoiceTotal } from './choice-counts.ts';
import styles from '../table/table.module.css';
import { type FilterProps, useFilter } from './use-filter.ts';

/** Omitted if the filter is a menu. */
export function CountChips(props: FilterProps) {
  const filter = useFilter(props);
  if (filter === null || filter.chips === null) return null;
  const { label, chips, onChange } = filter;
  // The table keeps its place when they arrive.
  if (chips === 'loading') return <div className={styles.chips} />;
  return (
    <fieldset aria-label={label} className={styles.chips}>
      {chips.choices.map(({ value, label: choice }) => {
        const isPressed = props.filters[props.name] === value;
        return (
          <button
            key={value}
            type="button"
            className={styles.countChip}
            aria-pressed={isPressed}
            {...(isPressed && { ref: showInRow })}
            onClick={() => onChange(isPressed ? '' : value)}
          >
            {choice} <span data-figures>{sayChoiceTotal(chips.counts, value)}</span>
            {isPressed && <Icon of={IconX} size={14} />}
          </button>
        );
      })}
    </fieldset>
  );
}

/** On a phone the row scrolls. */
function showInRow(chip: HTMLButtonElement | null): void {
  const row = chip?.parentElement;
  if (chip === null || row === null || row === undefined) return;
  const end = chip.offsetLeft - row.offsetLeft + chip.offsetWidth;
  row.scrollLeft = Math.max(row.scrollLeft, end - row.clientWidth);
}
