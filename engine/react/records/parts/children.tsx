/** What is below a record: what waits for the visitor first, then the rest by type. */
import type { WireRecord } from '../../../contract/record.ts';
import { useFirstRecords } from '../../data/hooks.ts';
import { headingOf } from '../../facts/words.ts';
import { Placeholder } from '../../page/feedback.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { isToDo, PartRows } from './part-rows.tsx';
import styles from './part-rows.module.css';
import { ToDoList } from './to-do-list.tsx';

export function Children({ record }: { readonly record: WireRecord }) {
  const { recordTypes } = useSlice();
  const types = Object.entries(recordTypes).filter(([, type]) => type.parents.includes(record.type));
  if (types.length === 0) return null;
  return (
    <>
      <ToDoList below={record} />
      {types.map(([type]) => (
        <ChildrenOf key={type} type={type} record={record} />
      ))}
    </>
  );
}

interface ChildrenOfProps {
  readonly type: string;
  readonly record: WireRecord;
}

/** One page holds as many children as a record usually has; the list has the rest. */
const shown = 50;

function ChildrenOf({ type, record }: ChildrenOfProps) {
  const slice = useSlice();
  const { data, isLoading } = useFirstRecords({ type, parent: record.slug, limit: shown, rows: 'parts' });
  if (isLoading) return <Placeholder />;
  if (data === undefined || data.items.every((one) => isToDo(slice, one))) return null;
  const heading = headingOf(
    slice,
    type,
    data.items.map(({ kind }) => kind),
  );
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{heading}</h2>
      <PartRows records={data.items} isBesideToDo />
    </section>
  );
}
