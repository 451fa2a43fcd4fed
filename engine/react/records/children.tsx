/** What stands below a record: one table for each type of record, with the way into each. */
import { useFirstRecords } from '../api/hooks.ts';
import { useIsNarrow } from '../page/use-narrow.ts';
import { Waiting } from '../page/waiting.tsx';
import type { ListColumn } from '../../portal/record-type.ts';
import type { WireRecord } from '../../portal/wire.ts';
import { useSlice } from '../portal-context.ts';
import styles from './children.module.css';
import { RecordCards } from './record-cards.tsx';
import { RecordTable } from './record-table.tsx';

export function Children({ record }: { readonly record: WireRecord }) {
  const { recordTypes } = useSlice();
  const types = Object.entries(recordTypes).filter(([, type]) => type.parents.includes(record.type));
  return types.map(([type, { title }]) => (
    <ChildrenOf key={type} type={type} title={title} record={record} />
  ));
}

interface ChildrenOfProps {
  readonly type: string;
  readonly title: string;
  readonly record: WireRecord;
}

/** A page holds as many as one record has below it; more stand in the list. */
const shown = 50;

function ChildrenOf({ type, title, record }: ChildrenOfProps) {
  const isNarrow = useIsNarrow();
  const { data, isLoading } = useFirstRecords({ type, parent: record.slug, limit: shown });
  if (isLoading) return <Waiting />;
  if (data === undefined || data.items.length === 0) return null;
  const columns = columnsOf(data.items);
  const heading = data.items.length === 1 ? title : `${title}s`;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{heading}</h2>
      {isNarrow ? (
        <RecordCards records={data.items} columns={columns} />
      ) : (
        <RecordTable records={data.items} columns={columns} title={heading} />
      )}
    </section>
  );
}

function columnsOf(records: readonly WireRecord[]): readonly ListColumn[] {
  const has = (test: (record: WireRecord) => boolean) => records.some(test);
  return [
    has(({ kind }) => kind !== null)
      ? { value: 'kind', title: 'What' }
      : { value: 'number', title: 'Number' },
    ...(has(({ office }) => office !== null) ? [{ value: 'office', title: 'Office' }] : []),
    { value: 'state', title: 'State' },
    ...(has(({ due }) => due !== null) ? [{ value: 'due', title: 'Due' }] : []),
    { value: 'updated', title: 'Last change' },
  ];
}
