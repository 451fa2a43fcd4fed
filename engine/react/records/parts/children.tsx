/** The children of a record: a section for each record type, with links. */
import { useFirstRecords } from '../../api/hooks.ts';
import { Waiting } from '../../page/waiting.tsx';
import type { WireRecord } from '../../../contract/record.ts';
import { useSlice } from '../../portal-context.ts';
import styles from './children.module.css';
import { PartRows } from './part-rows.tsx';
import { headingOf } from '../../facts/words.ts';

export function Children({ record }: { readonly record: WireRecord }) {
  const { recordTypes } = useSlice();
  const types = Object.entries(recordTypes).filter(([, type]) => type.parents.includes(record.type));
  return types.map(([type]) => <ChildrenOf key={type} type={type} record={record} />);
}

interface ChildrenOfProps {
  readonly type: string;
  readonly record: WireRecord;
}

/** One page holds as many children as a record usually has; the list has the rest. */
const shown = 50;

function ChildrenOf({ type, record }: ChildrenOfProps) {
  const slice = useSlice();
  const { data, isLoading } = useFirstRecords({ type, parent: record.slug, limit: shown });
  if (isLoading) return <Waiting />;
  if (data === undefined || data.items.length === 0) return null;
  const heading = headingOf(
    slice,
    type,
    data.items.map(({ kind }) => kind),
  );
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{heading}</h2>
      <PartRows records={data.items} />
    </section>
  );
}
