/** What is below a record, and whose answers name it, by its type and whose turn it is. What waits for the visitor comes first. */
import { Link } from 'react-router-dom';
import type { RecordPage, WireRecord, WireRow } from '../../../contract/record.ts';
import { isRequester } from '../../../portal/model/department.ts';
import { dashboardMessages } from '../../../locales/dashboard.ts';
import { useFirstPages } from '../../data/hooks.ts';
import { headingOf, sayTotal } from '../../facts/words.ts';
import { Placeholder } from '../../page/feedback.tsx';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { useListBelowPath } from '../links/pages.ts';
import { partsOf, typesAround } from './child-reads.ts';
import { ScanButton } from '../scan/scan-button.tsx';
import { isToDo } from './part-groups.ts';
import { PartRows } from './part-rows.tsx';
import styles from './part-rows.module.css';
import { ToDoList } from './to-do-list.tsx';

export function Children({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const { department } = useSession();
  // The status of a record that waits for its parts says that they are listed here.
  const hasToDo = isRequester(slice.departments, department) || record.waits_for?.who === 'parts';
  const types = typesAround(slice, record.type);
  if (types.length === 0) return null;
  return (
    <>
      {hasToDo && <ToDoList below={record} />}
      <Parts record={record} types={types} isBesideToDo={hasToDo} />
    </>
  );
}

interface PartsProps {
  readonly record: WireRecord;
  readonly types: readonly string[];
  readonly isBesideToDo: boolean;
}

function Parts({ record, types, isBesideToDo }: PartsProps) {
  const slice = useSlice();
  const { data } = useFirstPages(types.map((type) => partsOf(slice, type, record)));
  if (data === undefined) return <Placeholder shape="rows" />;
  return data.map((page, index) => {
    const type = types[index] ?? '';
    if (page.items.length === 0) return null;
    const isAllAbove = isBesideToDo && page.items.every((one) => isToDo(slice, one));
    return (
      <section key={type} className={styles.section}>
        {!isAllAbove && (
          <>
            <h2 className={styles.heading}>{headingOf(slice, type, page.items.map(kindOf))}</h2>
            <PartRows records={page.items} owner={record.owner_name} isBesideToDo={isBesideToDo} />
          </>
        )}
        <div className={styles.all}>
          <WholeList record={record} type={type} page={page} />
        </div>
      </section>
    );
  });
}

interface WholeListProps {
  readonly record: WireRecord;
  readonly type: string;
  readonly page: RecordPage;
}

/** The list with the rest, or with its filters. A few records of requirement kinds need none. */
function WholeList({ record, type, page }: WholeListProps) {
  const slice = useSlice();
  const path = useListBelowPath(record, type);
  const isOfKinds = (slice.recordTypes[type]?.kinds.length ?? 0) > 0;
  const kinds = page.items.map(kindOf);
  return (
    <>
      {path !== null && (page.next !== null || !isOfKinds) && (
        <Link to={path}>
          {text(dashboardMessages.listAndCount, {
            list: headingOf(slice, type, kinds),
            count: sayTotal(page),
          })}
        </Link>
      )}
      <ScanButton type={type} />
    </>
  );
}

function kindOf({ kind }: WireRow): string | null {
  return kind;
}
