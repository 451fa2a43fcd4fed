/** What is below a record, by type. For citizens, what waits for them comes first. */
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { useFirstRecords } from '../../data/hooks.ts';
import { headingOf, sayWholeList } from '../../facts/words.ts';
import { Placeholder } from '../../page/feedback.tsx';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { useListBelowPath } from '../links/pages.ts';
import { ScanButton } from '../scan/scan-button.tsx';
import { isToDo, PartRows } from './part-rows.tsx';
import styles from './part-rows.module.css';
import { ToDoList } from './to-do-list.tsx';

export function Children({ record }: { readonly record: WireRecord }) {
  const { recordTypes, departments } = useSlice();
  const { department } = useSession();
  const hasToDo = departments[department ?? '']?.kind === 'citizen';
  const types = Object.entries(recordTypes).filter(([, type]) => type.parents.includes(record.type));
  if (types.length === 0) return null;
  return (
    <>
      {hasToDo && <ToDoList below={record} />}
      {types.map(([type]) => (
        <ChildrenOf key={type} type={type} record={record} isBesideToDo={hasToDo} />
      ))}
    </>
  );
}

interface ChildrenOfProps {
  readonly type: string;
  readonly record: WireRecord;
  readonly isBesideToDo: boolean;
}

/** One page holds as many children as a record usually has; the list has the rest. */
const shown = 50;

function ChildrenOf({ type, record, isBesideToDo }: ChildrenOfProps) {
  const slice = useSlice();
  const all = useListBelowPath(record, type);
  const { data, isLoading } = useFirstRecords({ type, parent: record.slug, limit: shown, rows: 'parts' });
  if (isLoading) return <Placeholder />;
  const rest = data?.items.filter((one) => !isBesideToDo || !isToDo(slice, one)) ?? [];
  if (data === undefined || rest.length === 0) return null;
  const isOfKinds = (slice.recordTypes[type]?.kinds.length ?? 0) > 0;
  const heading = headingOf(
    slice,
    type,
    data.items.map(({ kind }) => kind),
  );
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{heading}</h2>
        {all !== null && (data.next !== null || !isOfKinds) && <Link to={all}>{sayWholeList(data)}</Link>}
        <ScanButton type={type} />
      </div>
      <PartRows records={rest} />
    </section>
  );
}
