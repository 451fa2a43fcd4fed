/** What the visitor has to do; with lists, also what others have, and what is done. */
import { IconFile } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Route } from '../../../portal/model/route.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { ReadRequest } from '../../api/call.ts';
import { listInput, toDoInput } from '../../data/hooks.ts';
import { ListKeys } from '../../page/list-keys.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { NewRecord } from '../../records/links/new-record.tsx';
import { type ListSubject, OwnRecords, ownRecords } from '../../records/parts/own-records.tsx';
import { ToDoList } from '../../records/parts/to-do-list.tsx';
import type { FirstReads, ScreenProps } from '../../router/screen.ts';

export const toDoReads: FirstReads = ({ slice, route }) => [
  ['GET /to-do', toDoInput()],
  ...subjectsOf(slice, route).map((subject): ReadRequest => [
    'GET /records/:type',
    listInput(ownRecords(subject)),
  ]),
];

function subjectsOf({ recordTypes }: PortalSlice, route: Route): readonly ListSubject[] {
  return route.of.flatMap(({ type, list }) => {
    const known = list === null ? undefined : recordTypes[type]?.lists[list];
    return known === undefined ? [] : [{ type, list: known }];
  });
}

export function ToDoScreen({ route }: ScreenProps) {
  const rows = useRef<HTMLDivElement>(null);
  const subjects = subjectsOf(useSlice(), route);
  const [first] = subjects;
  const types = [...new Set(subjects.map(({ type }) => type))];
  return (
    <>
      <PageHead
        title={route.title}
        actions={
          types.length > 0 &&
          types.map((type, index) => <NewRecord key={type} type={type} isQuiet={index > 0} />)
        }
      />
      <div ref={rows}>
        <ToDoList isWhole />
        {first !== undefined && (
          <OwnRecords subjects={subjects}>
            <Notice icon={IconFile}>{first.list.empty}</Notice>
          </OwnRecords>
        )}
      </div>
      <ListKeys rows={rows} hasSearch={false} />
    </>
  );
}
