/** A list on a phone: cards, their order, and a mode in which cards are selected. */
import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import type { WireColumn } from '../../../portal/wire/slice.ts';
import { text } from '../../language/text.ts';
import { type SliceList, withParameter } from '../../records/links/list-address.ts';
import { RecordCards } from '../../records/table/record-cards.tsx';
import type { Selection } from '../../records/table/row-selection.tsx';
import { isSelectable } from '../../records/table/selectable-rows.ts';
import { Icon } from '../../theme/icon.tsx';
import styles from './list.module.css';

interface SelectableCardsProps {
  readonly records: readonly WireRow[];
  readonly columns: readonly WireColumn[];
  readonly list: SliceList;
  readonly sort: string;
  readonly selection: Selection;
  readonly onClaimed?: () => void;
}

export function SelectableCards({ records, list, sort, selection, ...cards }: SelectableCardsProps) {
  const [isSelecting, setIsSelecting] = useState(selection.slugs.size > 0);
  const isOffered = records.some(isSelectable);
  const stop = () => {
    setIsSelecting(false);
    selection.onChange(new Set());
  };
  return (
    <>
      <div className={styles.cardTools}>
        <CardOrder list={list} sort={sort} />
        {isOffered && (
          <Button
            variant="default"
            aria-pressed={isSelecting}
            onClick={isSelecting ? stop : () => setIsSelecting(true)}
          >
            {text(listMessages.selectCards)}
          </Button>
        )}
      </div>
      <RecordCards records={records} {...cards} {...(isOffered && isSelecting && { selection })} />
    </>
  );
}

/** Columns of another record cannot be sorted. */
function CardOrder({ list, sort }: Pick<SelectableCardsProps, 'list' | 'sort'>) {
  const [search, setSearch] = useSearchParams();
  const columns = list.columns.filter(({ value }) => !value.includes('.'));
  const isDescending = sort.startsWith('-');
  const column = sort.replace(/^-/, '');
  const change = (next: string) =>
    setSearch(withParameter(search, 'sort', next === list.sort ? '' : next), {
      replace: true,
      preventScrollReset: true,
    });
  const isListed = columns.some(({ value }) => value === column);
  return (
    <>
      <NativeSelect
        aria-label={text(listMessages.sortBy)}
        data={[
          ...(isListed ? [] : [{ value: column, label: text(listMessages.sortBy) }]),
          ...columns.map(({ value, title }) => ({
            value,
            label: text(listMessages.sortedBy, { title }),
          })),
        ]}
        value={column}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Button
        variant="default"
        className={styles.turn ?? ''}
        aria-label={text(isDescending ? listMessages.sortDescending : listMessages.sortAscending)}
        onClick={() => change(isDescending ? column : `-${column}`)}
      >
        <span className={styles.arrow} data-direction={isDescending ? 'descending' : 'ascending'}>
          <Icon of={IconChevronRight} size={16} />
        </span>
      </Button>
    </>
  );
}
