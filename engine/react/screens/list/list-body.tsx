/** The rows of a list, as a table, as cards, or grouped by their parent. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router-dom';
import type { WireRow } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import { pathOf } from '../../../portal/routing/links.ts';
import { type RecordQuery, useRecords } from '../../data/hooks.ts';
import { cellText, nothing, sayCount, sayFound } from '../../facts/words.ts';
import { sayMoment } from '../../page/dates.ts';
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
import { PartRows } from '../../records/parts/part-rows.tsx';
import { isDone } from '../../records/status/record-holder.ts';
import { Progress } from '../../records/status/record-status.tsx';
import { searchWordsOf } from '../../../portal/text/search-words.ts';
import { SearchedWords } from '../../page/found-words.tsx';
import { RecordCards } from '../../records/table/record-cards.tsx';
import { isSelectable, RecordTable } from '../../records/table/record-table.tsx';
import { ListKeys } from '../../page/list-keys.tsx';
import { useVisitor } from '../../shell/navigation.ts';
import { text } from '../../language/text.ts';
import { BulkBar } from './bulk.tsx';
import styles from './list.module.css';

interface ListBodyProps {
  readonly list: SliceList;
  readonly sort: string;
  readonly look: ListLook;
  readonly query: RecordQuery;
  /** The rows are children of one record, or of this visitor's records: grouped by whose turn it is. */
  readonly parts: 'of-one' | 'of-mine' | null;
  /** The page lists what waits for the visitor elsewhere. */
  readonly isBesideToDo: boolean;
}

type SelectedRows = ReadonlyMap<string, WireRow>;

const none: SelectedRows = new Map();

export function ListBody({ list, sort, look, query, parts, isBesideToDo }: ListBodyProps) {
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useRecords(query);
  const [search, setSearch] = useSearchParams();
  const isNarrow = useIsNarrow();
  const slice = useSlice();
  const { token } = useSession();
  const rows = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<SelectedRows>(none);
  if (error !== undefined && data === undefined) {
    return <LoadError error={error} onRetry={() => void mutate()} />;
  }
  if (isLoading || data === undefined) return <Placeholder shape="rows" />;
  const records = data.flatMap((page) => page.items);
  // Selected rows stay, with the results of a step, even if the step takes them out of the list.
  if (records.length === 0 && selected.size === 0) return <Empty list={list} query={query} />;
  const current = new Map([...selected, ...records.map((record) => [record.slug, record] as const)]);
  const changeSort = (column: string) =>
    setSearch(withParameter(search, 'sort', nextSort(sort, column, list.sort)), { replace: true });
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
          <RecordCards
            records={records}
            columns={columns}
            {...(list.claims === true && { onClaimed: () => void mutate() })}
          />
        ) : (
          <RecordTable
            records={records}
            columns={columns}
            isCompact={look.isCompact}
            sort={sort}
            onSort={changeSort}
            title={list.title}
            selection={{
              slugs: new Set(selected.keys()),
              onChange: (slugs) => setSelected(rowsNamed(current, slugs)),
            }}
            {...(list.claims === true && { onClaimed: () => void mutate() })}
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

interface PrintedProps {
  readonly assigned: 'me' | 'nobody' | null;
  /** Number of rows on the page. */
  readonly shown: number;
  readonly isWhole: boolean;
}

/** On paper: when, by whom, whose records, and whether there are more. */
function Printed({ assigned, shown, isWhole }: PrintedProps) {
  const { name } = useSession();
  const { timeZone } = useSlice();
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    // The print shows what the page is like when this returns.
    const note = () => flushSync(() => setAt(new Date().toISOString()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  if (name === '') return null;
  return (
    <div className={styles.printed}>
      <p>{text(listMessages.printedBy, { moment: sayMoment(at, timeZone), name })}</p>
      {assigned !== null && (
        <p>{text(assigned === 'me' ? listMessages.assignedMine : listMessages.assignedNobody)}</p>
      )}
      {!isWhole && <p>{text(listMessages.printedPart, { count: shown })}</p>}
    </div>
  );
}

function rowsNamed(rows: SelectedRows, slugs: Iterable<string>): SelectedRows {
  const wanted = new Set(slugs);
  return new Map([...rows].filter(([slug]) => wanted.has(slug)));
}

function Empty({ list, query }: { readonly list: SliceList; readonly query: RecordQuery }) {
  const [search] = useSearchParams();
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
    <Notice icon="search" heading={text(listMessages.nothingFits)} action={all}>
      {text(listMessages.nothingFitsHelp)}
    </Notice>
  ) : (
    <Notice icon="list">{list.empty}</Notice>
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

interface PartListProps {
  readonly records: readonly WireRow[];
  readonly list: SliceList;
  /** All rows are loaded: only then is the progress known. */
  readonly isWhole: boolean;
  readonly isBesideToDo: boolean;
  /** All are children of the record of the page. */
  readonly isBelowOne: boolean;
}

function PartList({ records, list, isWhole, isBesideToDo, isBelowOne }: PartListProps) {
  const slice = useSlice();
  const parents = [...new Set(records.map(({ parent }) => parent))];
  return parents.map((parent) => {
    const rows = records.filter((record) => record.parent === parent);
    const [first] = rows;
    if (first === undefined) return null;
    const done = rows.filter((record) => isDone(slice, record)).length;
    return (
      <section key={parent} className={styles.parts}>
        {!isBelowOne && <ParentHead record={first} list={list} />}
        {isWhole && !isBelowOne && <Progress type={first.type} done={done} total={rows.length} />}
        <PartRows records={rows} level={isBelowOne ? 2 : 3} isBesideToDo={isBesideToDo} />
      </section>
    );
  });
}

/** The list's values of the parents, linked to the page of the nearest. */
function ParentHead({ record, list }: { readonly record: WireRow; readonly list: SliceList }) {
  const slice = useSlice();
  const visitor = useVisitor();
  const [above, ...ancestors] = record.ancestors;
  if (above === undefined) return null;
  const texts = list.columns
    .filter(({ value }) => record.ancestors.some(({ type }) => value.startsWith(`${type}.`)))
    .map((column) => cellText(slice, record, column))
    .filter((cell) => cell !== nothing);
  // A line does not start with the dot.
  const title = texts.join('\u00a0· ') || (slice.recordTypes[above.type]?.title ?? above.type);
  const path = pathOf({ portal: slice, visitor }, { ...above, kind: null, office: null, ancestors });
  return <h2 className={styles.parent}>{path === null ? title : <Link to={path}>{title}</Link>}</h2>;
}
