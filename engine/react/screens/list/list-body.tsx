/** The rows of a list in each condition: loading, failed, empty, loaded. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useRecords, type RecordQuery } from '../../api/hooks.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { sayNumber } from '../../page/dates.ts';
import { Notice } from '../../page/notice.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { Waiting } from '../../page/waiting.tsx';
import { isSelectable } from '../../records/table/bulk.ts';
import { sayCount } from '../../facts/words.ts';
import { RecordCards } from '../../records/table/record-cards.tsx';
import { RecordTable } from '../../records/table/record-table.tsx';
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { BulkBar } from './bulk.tsx';
import { nextSort, withParameter, type SliceList } from '../../records/links/list-address.ts';
import styles from './list.module.css';
import { PartList } from './part-list.tsx';
import { useListKeys } from '../../records/table/use-list-keys.ts';
import { listMessages } from '../../../locales/lists.ts';

interface ListBodyProps {
  readonly list: SliceList;
  readonly sort: string;
  readonly query: RecordQuery;
  /** The rows are children of one record, or of this visitor's records: grouped by whose turn it is. */
  readonly parts: 'of-one' | 'of-mine' | null;
}

const none: ReadonlySet<string> = new Set();

export function ListBody({ list, sort, query, parts }: ListBodyProps) {
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useRecords(query);
  const [search, setSearch] = useSearchParams();
  const isNarrow = useIsNarrow();
  const slice = useSlice();
  const { token } = useSession();
  const rows = useRef<HTMLDivElement>(null);
  useListKeys(rows);
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  if (error !== undefined && data === undefined) {
    return <Trouble error={error} onRetry={() => void mutate()} />;
  }
  if (isLoading || data === undefined) return <Waiting shape="rows" />;
  const records = data.flatMap((page) => page.items);
  const total = data[0]?.total ?? records.length;
  if (records.length === 0) return <Empty list={list} query={query} />;
  const changeSort = (column: string) =>
    setSearch(withParameter(search, 'sort', nextSort(sort, column, list.sort)), { replace: true });
  const isWhole = data.at(-1)?.next === null;
  return (
    <div ref={rows}>
      {parts === null && (
        <p className={styles.total} aria-live="polite">
          {isNarrowed(query)
            ? text(listMessages.foundCount, { count: sayNumber(total) })
            : sayCount(slice, query.type, total)}
        </p>
      )}
      {parts !== null ? (
        <PartList
          records={records}
          list={list}
          isWhole={isWhole && !isNarrowed(query)}
          isBelowOne={parts === 'of-one'}
        />
      ) : isNarrow ? (
        <RecordCards records={records} columns={list.columns} />
      ) : (
        <RecordTable
          records={records}
          columns={list.columns}
          sort={sort}
          onSort={changeSort}
          title={list.title}
          selection={{ slugs: selected, onChange: setSelected }}
        />
      )}
      {!isWhole && (
        <Button
          variant="default"
          className={styles.more ?? ''}
          loading={isValidating}
          onClick={() => void setSize(size + 1)}
        >
          {text(listMessages.showMore)}
        </Button>
      )}
      <BulkBar
        records={records.filter(({ slug }) => selected.has(slug))}
        onClear={() => setSelected(none)}
        onDone={() => {
          setSelected(none);
          void mutate();
        }}
      />
      {!isNarrow && token !== null && (
        <p className={styles.keys}>
          {textAround(records.some(isSelectable) ? listMessages.keysWithSelection : listMessages.keys, {
            j: <kbd>j</kbd>,
            k: <kbd>k</kbd>,
            enter: <kbd>Enter</kbd>,
            x: <kbd>x</kbd>,
            slash: <kbd>/</kbd>,
          })}
        </p>
      )}
    </div>
  );
}

function Empty({ list, query }: { readonly list: SliceList; readonly query: RecordQuery }) {
  const all = (
    <Button component={Link} variant="default" to={{ search: '' }} replace>
      {text(listMessages.clearFilters)}
    </Button>
  );
  return isNarrowed(query) ? (
    <Notice icon="search" heading={text(listMessages.nothingFits)} action={all}>
      {text(listMessages.nothingFitsHelp)}
    </Notice>
  ) : (
    <Notice icon="list">{list.empty}</Notice>
  );
}

/** Decides whether a search or filter is active. */
export function isNarrowed({ q, due, filters = {} }: RecordQuery): boolean {
  return (q ?? '') !== '' || (due ?? '') !== '' || Object.keys(filters).length > 0;
}
