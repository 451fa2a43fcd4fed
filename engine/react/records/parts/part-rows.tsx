/** The children of a record, grouped by whose turn it is, with state, missing items, due date and next action. */
import type { WireRecord } from '../../../contract/record.ts';
import { useSlice } from '../../portal-context.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { text } from '../../text.ts';
import { PartRow } from './part-row.tsx';
import { isDone } from '../status/record-holder.ts';
import styles from './part-rows.module.css';
import { recordMessages } from '../../../locales/records.ts';

interface PartRowsProps {
  readonly records: readonly WireRecord[];
  /** Level of the groups' headings. */
  readonly level?: 2 | 3;
}

export function PartRows({ records, level = 3 }: PartRowsProps) {
  const slice = useSlice();
  const Heading = `h${level}` as const;
  const groups = groupsOf(slice, records);
  return groups.map(({ title, rows }) => (
    <section key={title} className={styles.group}>
      <Heading className={styles.heading}>
        {title} <span data-figures>({rows.length})</span>
      </Heading>
      <ul className={styles.rows}>
        {rows.map((record) => (
          <PartRow key={record.slug} record={record} />
        ))}
      </ul>
    </section>
  ));
}

interface Group {
  readonly title: string;
  readonly rows: readonly WireRecord[];
}

function groupsOf(slice: PortalSlice, records: readonly WireRecord[]): readonly Group[] {
  const of = (title: string, is: (record: WireRecord) => boolean) => ({ title, rows: inOrder(records, is) });
  const isOver = (record: WireRecord) => isDone(slice, record);
  return [
    of(
      text(recordMessages.groupWaitingForYou),
      (record) => !isOver(record) && record.waits_for?.who === 'you',
    ),
    of(text(recordMessages.groupInWork), (record) => !isOver(record) && record.waits_for?.who !== 'you'),
    of(text(recordMessages.groupDone), isOver),
  ].filter(({ rows }) => rows.length > 0);
}

const never = '9999';

/** Earliest due date first. */
function inOrder(records: readonly WireRecord[], is: (record: WireRecord) => boolean): readonly WireRecord[] {
  return records.filter(is).toSorted((a, b) => (a.due ?? never).localeCompare(b.due ?? never));
}
