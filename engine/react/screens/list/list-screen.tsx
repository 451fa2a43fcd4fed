/**
 * One list of records: earliest due date first, filters and search in the URL, keyboard shortcuts for frequent users.
 */
import { useLocation, useSearchParams } from 'react-router-dom';
import { decide } from '../../../portal/routing/decide.ts';
import { signedOut } from '../../../portal/model/visitor.ts';
import { Notice } from '../../page/notice.tsx';
import { PageHead } from '../../page/page-head.tsx';
import type { RecordQuery } from '../../api/hooks.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { LookupList } from '../../lookups/lookup-list.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { Above } from './above.tsx';
import { ExportList } from './export-list.tsx';
import { ListBody } from './list-body.tsx';
import { ListFilters } from './list-filters.tsx';
import { NewRecord } from '../../records/links/new-record.tsx';
import { readListAddress } from '../../records/links/list-address.ts';
import { hasOwnColumns } from './own-columns.ts';
import { listMessages } from '../../../locales/lists.ts';

export function ListScreen(props: ScreenProps) {
  return props.route.lookup === null ? <RecordList {...props} /> : <LookupList {...props} />;
}

function RecordList({ route, params }: ScreenProps) {
  const slice = useSlice();
  const { recordTypes, departments } = slice;
  const { department, token } = useSession();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [subject] = route.of;
  const type = subject === undefined ? undefined : recordTypes[subject.type];
  const list = subject?.list === null || subject === undefined ? undefined : type?.lists[subject.list];
  if (subject === undefined || type === undefined || list === undefined) {
    return (
      <>
        <PageHead title={route.title} />
        <Notice icon="clock" heading={text(listMessages.nothingToList)}>
          {text(listMessages.listNotDescribed)}
        </Notice>
      </>
    );
  }
  const below = route.below === null ? null : (params[route.below] ?? null);
  const address = readListAddress(search, list);
  const isOpen = decide({ portal: slice, visitor: signedOut }, pathname).outcome === 'show';
  const isMine = !isOpen && departments[department ?? '']?.kind === 'citizen' && type.parents.length > 0;
  // Grouped by whose turn it is, if somebody can have a turn and the list shows no answers.
  const isOfParts = !isOpen && !hasOwnColumns(slice, subject.type, list);
  const parts = !isOfParts ? null : below !== null ? 'of-one' : isMine ? 'of-mine' : null;
  const query: RecordQuery = {
    type: subject.type,
    isOpen,
    list: list.name,
    parent: below,
    kind: address.filters.kind ?? route.kind,
    q: address.q,
    due: address.due,
    sort: address.sort,
    limit: parts === null ? 25 : 100,
    filters: address.filters,
  };
  return (
    <>
      <PageHead
        title={route.title}
        actions={
          <>
            {below === null && <NewRecord type={subject.type} />}
            {parts === null && token !== null && <ExportList query={query} />}
          </>
        }
      />
      <Above route={route} params={params}>
        {parts !== 'of-one' && <ListFilters type={type} list={list} address={address} query={query} />}
        <ListBody list={list} parts={parts} sort={address.sort} query={query} />
      </Above>
    </>
  );
}
