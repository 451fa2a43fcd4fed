/** The list screen: one list of records with search, filters and export. */
import { IconClock } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { listMessages } from '../../../locales/lists.ts';
import type { Route } from '../../../portal/model/route.ts';
import { isRequester, signedOut } from '../../../portal/model/department.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { decide } from '../../../portal/routing/decide.ts';
import {
  aroundRecord,
  listInput,
  toDoInput,
  type RecordQuery,
  useRecord,
  useRecords,
  useRefreshLists,
} from '../../data/hooks.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import { Fallback, Notice, Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortal, useSession, useSlice } from '../../session/portal-context.ts';
import { type ListAddress, readListAddress, type SliceList } from '../../records/links/list-address.ts';
import { NewRecord } from '../../records/links/new-record.tsx';
import { recordAbove } from '../../records/links/pages.ts';
import { ToDoList } from '../../records/parts/to-do-list.tsx';
import { ScanButton } from '../../records/scan/scan-button.tsx';
import type { FirstReads, ScreenProps } from '../../router/screen.ts';
import { text } from '../../language/text.ts';
import { isNarrowed, ListBody } from './list-body.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListLookButton } from './list-look.tsx';
import { ListShare } from './list-share.tsx';
import { ListViews, viewsInput } from './list-views.tsx';

const LookupList = onUse(async () => (await import('../../lookups/lookup-list.tsx')).LookupList);
const RecordSummary = onUse(async () => (await import('../../records/record-summary.tsx')).RecordSummary);

export function ListScreen(props: ScreenProps) {
  if (props.route.lookup === null) return <RecordList {...props} />;
  return (
    <LazyPart waiting={<Placeholder shape="rows" />}>
      <LookupList {...props} />
    </LazyPart>
  );
}

export const listReads: FirstReads = ({ slice, session, search, pathname, ...page }) => {
  const found = describedOf(slice, page.route);
  if (found === null) return [];
  const address = readListAddress(search, found.list);
  const asked = { ...page, ...found, slice, department: session.department, pathname, address };
  const { query, parts, above, hasToDo } = contentOf(asked);
  return [
    ...(above === null ? [] : [['GET /records/:type/:slug', { params: above }] as const]),
    ['GET /records/:type', listInput(query)],
    ...(hasToDo ? [['GET /to-do', toDoInput(above ?? undefined)] as const] : []),
    ...(parts === null ? [['GET /views', viewsInput(`${query.type}/${found.list.name}`)] as const] : []),
  ];
};

type DescribedOfRoute = Pick<DescribedListProps, 'name' | 'type' | 'list'>;

/** Null: this visitor's slice does not describe the list. */
function describedOf({ recordTypes }: PortalSlice, { of: [subject], kind }: Route): DescribedOfRoute | null {
  const type = subject === undefined ? undefined : recordTypes[subject.type];
  const list = subject === undefined || subject.list === null ? undefined : type?.lists[subject.list];
  if (subject === undefined || type === undefined || list === undefined) return null;
  return { name: subject.type, type, list: kind === null ? list : withoutKind(list) };
}

function RecordList(props: ScreenProps) {
  const found = describedOf(useSlice(), props.route);
  if (found === null) {
    return (
      <>
        <PageHead title={props.route.title} />
        <Notice icon={IconClock} heading={text(listMessages.nothingToList)}>
          {text(listMessages.listNotDescribed)}
        </Notice>
      </>
    );
  }
  return <DescribedList {...props} {...found} />;
}

interface DescribedListProps extends ScreenProps {
  /** Of the records. */
  readonly name: string;
  readonly type: PortalSlice['recordTypes'][string];
  readonly list: SliceList;
}

/** What a list shows, and how. */
interface ListContent {
  readonly query: RecordQuery;
  /** Each row tells what is missing: of one record, or of all that are the visitor's. Null: it shows its columns. */
  readonly parts: 'of-one' | 'of-mine' | null;
  /** The record above its records. */
  readonly above: { readonly type: string; readonly slug: string } | null;
  /** What these records ask for is what the visitor has to do. */
  readonly hasToDo: boolean;
}

interface ListQuestion extends Pick<DescribedListProps, 'route' | 'params' | 'name' | 'type' | 'list'> {
  readonly slice: PortalSlice;
  readonly department: string;
  readonly pathname: string;
  readonly address: ListAddress;
}

function contentOf({ slice, department, pathname, address, ...asked }: ListQuestion): ListContent {
  const { route, params, name, type, list } = asked;
  const above = recordAbove(route, params);
  const isOpen = decide({ portal: slice, visitor: signedOut }, pathname).outcome === 'show';
  const isOfRequesters = isRequester(slice.departments, department);
  const isMine = isOfRequesters && type.parents.length > 0;
  // Grouped by whose turn it is, if somebody can have a turn and the list shows no answers. An office works through
  // many records of one kind in a table.
  const isOfParts = !isOpen && !hasOwnColumns(slice, name, list);
  const isOfOne = above !== null && (isOfRequesters || type.kinds.length > 0);
  const parts = !isOfParts ? null : isOfOne ? 'of-one' : isMine ? 'of-mine' : null;
  const query: RecordQuery = {
    type: name,
    isOpen,
    list: list.name,
    ...aroundRecord(type, above),
    kind: address.filters.kind ?? route.kind,
    q: address.q,
    due: address.due,
    waits: address.waits,
    assigned: address.assigned,
    sort: address.sort,
    limit: parts === null ? 25 : 100,
    rows: parts === null ? null : 'parts',
    filters: address.filters,
  };
  // Other lists have their own rows only.
  const hasToDo = parts !== null && type.kinds.length > 0 && !isNarrowed(query);
  return { query, parts, above, hasToDo };
}

function DescribedList({ route, params, name, type, list }: DescribedListProps) {
  const slice = useSlice();
  const { department, token } = useSession();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const address = readListAddress(search, list);
  const asked = { route, params, name, type, list, slice, department, pathname, address };
  const { query, parts, above, hasToDo } = contentOf(asked);
  const isOfRequesters = isRequester(slice.departments, department);
  const pages = useRecords(query);
  // Without a connection there is nothing to search or to arrange. A filter that is set can still be removed.
  const isAway = pages.data === undefined && pages.error?.problem.kind === 'offline' && !isNarrowed(query);
  const isEmpty = pages.data?.[0]?.total === 0 && !isNarrowed(query);
  return (
    <>
      <PageHead
        title={route.title}
        actions={
          <>
            <ScanButton type={name} />
            {above === null && list.isOfOthers !== true && <NewRecord type={name} />}
            {parts === null && token !== null && !isAway && !isEmpty && (
              <>
                <ListViews type={name} list={list} />
                <ListLookButton type={name} list={list} look={address.look} />
                <ExportList query={query} total={pages.data?.[0]?.total ?? 0} />
              </>
            )}
          </>
        }
      />
      <Above route={route} params={params}>
        {list.claims === true && parts === null && !isAway && !isEmpty && <ListShare query={query} />}
        {parts !== 'of-one' && !isAway && (
          <ListFilters
            type={type}
            list={list}
            address={address}
            query={query}
            isCounted={token !== null && !isOfRequesters}
          />
        )}
        {hasToDo && !isAway && <ToDoList {...(above !== null && { below: above })} />}
        <ListBody
          list={list}
          parts={parts}
          isBesideToDo={hasToDo}
          sort={address.sort}
          look={address.look}
          query={query}
          pages={pages}
        />
      </Above>
    </>
  );
}

/** The page has one kind. */
function withoutKind(list: SliceList): SliceList {
  return { ...list, filters: list.filters.filter(({ value }) => value !== 'kind') };
}

interface AboveProps {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The list. */
  readonly children: ReactNode;
}

function Above({ route, params, children }: AboveProps) {
  const domain = route.below === null ? undefined : route.params[route.below];
  if (route.below === null || domain === undefined || !('record' in domain)) return children;
  return (
    <Loaded type={domain.record} slug={params[route.below] ?? ''}>
      {children}
    </Loaded>
  );
}

interface LoadedProps {
  readonly type: string;
  readonly slug: string;
  readonly children: ReactNode;
}

function Loaded({ type, slug, children }: LoadedProps) {
  const { data, error, mutate } = useRecord(type, slug);
  const refresh = useRefreshLists();
  // While the record is read. If it fails, the page says so where the record would be.
  useEffect(() => void RecordSummary.prepare().catch(() => {}), []);
  if (data === undefined) return <Fallback error={error} retry={mutate} isAll />;
  const change = (record: WireRecord) => {
    void mutate(record);
    refresh();
  };
  return (
    <LazyPart waiting={<Placeholder />}>
      <RecordSummary record={data} onChange={change}>
        {children}
      </RecordSummary>
    </LazyPart>
  );
}

type Parents = Readonly<Record<string, { readonly parents: readonly string[] }>>;

/** The values that the row of a child always shows. */
const said = new Set(['number', 'kind', 'office', 'owner', 'state', 'due', 'booking', 'created', 'updated']);

export function hasOwnColumns(
  { recordTypes }: { readonly recordTypes: Parents },
  type: string,
  { columns }: Pick<SliceList, 'columns'>,
): boolean {
  const above = ancestorsOf(recordTypes, type);
  return columns.some(({ value }) => !said.has(value) && !above.has(value.split('.')[0] ?? ''));
}

/** All types that may be ancestors of a record of this type. */
function ancestorsOf(recordTypes: Parents, type: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [type];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const parent of recordTypes[next]?.parents ?? []) {
      if (!found.has(parent)) open.push(parent);
      found.add(parent);
    }
  }
  return found;
}

/** Fewer rows are easy to read on the page. */
const least = 5;

function ExportList({ query, total }: { readonly query: RecordQuery; readonly total: number }) {
  const { client } = usePortal();
  if (total < least) return null;
  const { params, query: filters } = listInput(query);
  return (
    <ExportButton
      of={`records/${query.type}/${query.list}`}
      ask={(format) =>
        client.send<'POST /records/:type/exports'>('POST /records/:type/exports', {
          params,
          query: filters,
          body: { format },
        })
      }
    />
  );
}
