/** The rows of a list, as a table, as cards, or grouped by their parent. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { IconList, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { ListTotal, WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import type { RecordQuery, useRecords } from '../../data/hooks.ts';
import { sayCount, sayFound } from '../../facts/words.ts';
import { Notice, LoadError, Placeholder } from '../../page/feedback.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import {
  type ListLook,
  nextSort,
  type SliceList,
  wholeList,
  withParameter,
} from '../../records/links/list-address.ts';
import { searchWordsOf } from '../../../portal/text/search-words.ts';
import { SearchedWords } from '../../page/found-words.tsx';
import { useStartLink } from '../../records/links/start-link.tsx';
import type { Selection } from '../../records/table/row-selection.tsx';
import { RecordTable } from '../../records/table/record-table.tsx';
import { isSelectable } from '../../records/table/selectable-rows.ts';
import { ListKeys } from '../../page/list-keys.tsx';
import { text } from '../../language/text.ts';
import { BulkBar } from './bulk.tsx';
import { MoreRows } from './more-rows.tsx';
import { PartList } from './part-list.tsx';
import { Printed } from './printed-line.tsx';
import { SelectableCards } from './selectable-cards.tsx';
import styles from './list.module.css';

interface ListBodyProps {
  readonly list: SliceList;
  readonly sort: string;
  readonly look: ListLook;
  readonly query: RecordQuery;
  /** The rows of the query. */
  readonly pages: ReturnType<typeof useRecords>;
  /** The rows are children of one record, or of this visitor's records: grouped by whose turn it is. */
  readonly parts: 'of-one' | 'of-mine' | null;
  /** The page lists what waits for the visitor elsewhere. */
  readonly isBesideToDo: boolean;
}

type SelectedRows = ReadonlyMap<string, WireRow>;

const none: SelectedRows = new Map();

export function ListBody({ list, sort, look, query, pages, parts, isBesideToDo }: ListBodyProps) {
  const { data, error, isLoading, isValidating, size, setSize, mutate } = pages;
  const [search, setSearch] = useSearchParams();
  const isNarrow = useIsNarrow();
  const slice = useSlice();
  const { token } = useSession();
  const rows = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<SelectedRows>(none);
  if (error !== undefined && data === undefined) {
    return (
      <LoadError
        error={error}
        isAll={(query.parent ?? query.naming ?? null) === null}
        onRetry={() => void mutate()}
      />
    );
  }
  if (isLoading || data === undefined) return <Placeholder shape="rows" />;
  const records = distinct(data.flatMap((page) => page.items));
  const isLoadingMore = isValidating && data.length < size;
  // Selected rows stay, with the results of a step, even if the step takes them out of the list.
  if (records.length === 0 && selected.size === 0) return <Empty list={list} query={query} />;
  const current = new Map([...selected, ...records.map((record) => [record.slug, record] as const)]);
  const changeSort = (column: string) =>
    setSearch(withParameter(search, 'sort', nextSort(sort, column, list.sort)), { replace: true });
  const selection: Selection = {
    slugs: new Set(selected.keys()),
    onChange: (slugs) => setSelected(rowsNamed(current, slugs)),
  };
  const isWhole = data.at(-1)?.next === null;
  const columns = list.columns.filter(({ value }) => look.columns?.includes(value) ?? true);
  return (
    <SearchedWords value={searchWordsOf(query.q ?? '')}>
      <div ref={rows}>
        <Printed assigned={query.assigned ?? null} shown={records.length} isWhole={isWhole} />
        {parts === null && (
          <p className={styles.total} aria-live="polite">
            {isNarrowed(query)
              ? sayFound(data[0] ?? { total: records.length })
              : sayCount(slice, query.type, data[0] ?? { total: records.length })}
          </p>
        )}
        {parts !== null ? (
          <PartList
            records={records}
            list={list}
            isBesideToDo={isBesideToDo}
            isWhole={isWhole && !isNarrowed(query)}
            isBelowOne={parts === 'of-one'}
          />
        ) : isNarrow ? (
          <SelectableCards
            records={records}
            columns={columns}
            list={list}
            sort={sort}
            selection={selection}
            {...(list.claims === true && { onClaimed: () => void mutate() })}
          />
        ) : (
          <RecordTable
            records={records}
            columns={columns}
            isCompact={look.isCompact}
            total={totalOf(data[0])}
            sort={sort}
            onSort={changeSort}
            title={list.title}
            selection={selection}
            {...(list.claims === true && { onClaimed: () => void mutate() })}
          />
        )}
        {!isWhole && (
          <MoreRows
            isBusy={isLoadingMore}
            hasFailed={error !== undefined}
            onMore={() => void setSize(size + 1)}
          />
        )}
        <BulkBar
          records={[...rowsNamed(current, selected.keys()).values()]}
          onClear={() => setSelected(none)}
          onDone={(left) => {
            setSelected(rowsNamed(current, left));
            void mutate();
          }}
        />
        {token !== null && <ListKeys rows={rows} hasSelection={records.some(isSelectable)} />}
      </div>
    </SearchedWords>
  );
}

/** A row that moved between the reading of two pages is on both. */
function distinct(records: readonly WireRow[]): readonly WireRow[] {
  return [...new Map(records.map((record) => [record.slug, record] as const)).values()];
}

/** Null: it was not counted to the end. */
function totalOf(page: ListTotal | undefined): number | null {
  return page === undefined || page.more === true ? null : page.total;
}

function rowsNamed(rows: SelectedRows, slugs: Iterable<string>): SelectedRows {
  const wanted = new Set(slugs);
  return new Map([...rows].filter(([slug]) => wanted.has(slug)));
}

function Empty({ list, query }: { readonly list: SliceList; readonly query: RecordQuery }) {
  const [search] = useSearchParams();
  const start = useStartLink(query.type);
  const all = (
    <Button
      component={Link}
      variant="default"
      to={{ search: search.has('view') ? wholeList.toString() : '' }}
      replace
    >
      {text(listMessages.clearFilters)}
    </Button>
  );
  return isNarrowed(query) ? (
    <Notice icon={IconSearch} heading={text(listMessages.nothingFits)} action={all}>
      {text(listMessages.nothingFitsHelp)}
    </Notice>
  ) : (
    <Notice icon={IconList} action={start}>
      {list.empty}
    </Notice>
  );
}

/** Decides whether a search or filter is active. */
export function isNarrowed({ q, due, waits, assigned, filters = {} }: RecordQuery): boolean {
  return (
    (q ?? '') !== '' ||
    (due ?? '') !== '' ||
    (waits ?? null) !== null ||
    (assigned ?? null) !== null ||
    Object.keys(filters).length > 0
  );
}
