/** What the visitor has to do; with lists, also what others have, and what is done. */
import { IconFile } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ReadRequest } from '../../api/call.ts';
import { listInput, toDoInput, useFirstPages } from '../../data/hooks.ts';
import { ListKeys } from '../../page/list-keys.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { listSubjectsOf } from '../../records/links/list-subjects.ts';
import { NewRecord } from '../../records/links/new-record.tsx';
import { useStartLink } from '../../records/links/start-link.tsx';
import { OwnRecords, ownRecords } from '../../records/parts/own-records.tsx';
import { ToDoList } from '../../records/parts/to-do-list.tsx';
import type { FirstReads, ScreenProps } from '../../router/screen.ts';

export const toDoReads: FirstReads = ({ slice, route }) => [
  ['GET /to-do', toDoInput()],
  ...listSubjectsOf(slice.recordTypes, route.of).map((subject): ReadRequest => [
    'GET /records/:type',
    listInput(ownRecords(subject)),
  ]),
];

export function ToDoScreen({ route }: ScreenProps) {
  const rows = useRef<HTMLDivElement>(null);
  const subjects = listSubjectsOf(useSlice().recordTypes, route.of);
  const [first] = subjects;
  const pages = useFirstPages(subjects.map((subject) => ownRecords(subject))).data;
  // Who has begun nothing reads what to begin, and not that there is nothing to do.
  const isNew = first !== undefined && pages?.every(({ total }) => total === 0) === true;
  const start = useStartLink(first?.type ?? '');
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
        <ToDoList isWhole={!isNew} />
        {first !== undefined && (
          <OwnRecords subjects={subjects}>
            <Notice icon={IconFile} action={start}>
              {first.list.empty}
            </Notice>
          </OwnRecords>
        )}
      </div>
      <ListKeys rows={rows} hasSearch={false} />
    </>
  );
}
