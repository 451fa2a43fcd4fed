/** Records as dense rows: name, office and what is missing, state, due date. */
import { Link } from 'react-router-dom';
import type { WireRow } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { nameOfRecord, nameOfSubject } from '../../facts/words.ts';
import { StateTag } from '../../facts/state-tag.tsx';
import { text } from '../../language/text.ts';
import { sayNearDate } from '../../page/dates.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { usePageOf } from '../links/pages.ts';
import { DueText } from '../status/record-head.tsx';
import { isDone } from '../status/record-holder.ts';
import { groupsOf, isToDo, type PartGroup } from './part-groups.ts';
import styles from './part-rows.module.css';
import { amountOf, detailsOf, officeOf, sayTask } from './row-words.ts';

interface PartRowsProps {
  readonly records: readonly WireRow[];
  /** The name of the owner whom the page shows already. */
  readonly owner?: string | null;
  /** Level of the groups' headings. */
  readonly level?: 2 | 3;
  /** The page lists what waits for the visitor elsewhere. */
  readonly isBesideToDo?: boolean;
}

export function PartRows({ records, owner = null, level = 3, isBesideToDo = false }: PartRowsProps) {
  const slice = useSlice();
  const rest = isBesideToDo ? records.filter((record) => !isToDo(slice, record)) : records;
  return groupsOf(slice, rest).map((group) => (
    <Group key={group.key} group={group} owner={owner} level={level} />
  ));
}

/** More finished rows are folded away. */
const openDone = 4;

interface PartGroupProps {
  readonly group: PartGroup;
  readonly owner: string | null;
  readonly level: 2 | 3;
}

function Group({ group: { key, title, rows }, owner, level }: PartGroupProps) {
  const Heading = `h${level}` as const;
  const heading = (
    <Heading className={styles.heading}>
      {title} <span data-figures>({rows.length})</span>
    </Heading>
  );
  const list = (
    <ul className={styles.rows}>
      {rows.map((record) => (
        <PartRow key={record.slug} record={record} owner={owner} />
      ))}
    </ul>
  );
  if (key === 'done' && rows.length > openDone)
    return (
      <details className={styles.group}>
        <summary className={styles.fold}>{heading}</summary>
        {list}
      </details>
    );
  return (
    <section className={styles.group}>
      {heading}
      {list}
    </section>
  );
}

/** By what its group is in order: the due date, or else how long the record has waited. */
function Order({ record: { due, part } }: { readonly record: WireRow }) {
  const { timeZone } = useSlice();
  if (due !== null) return <DueText due={due} isShort />;
  if (part === undefined) return null;
  return (
    <time dateTime={part.since} className={styles.since}>
      {text(recordMessages.stateSince, { date: sayNearDate(part.since, timeZone) })}
    </time>
  );
}

interface PartRowProps extends Pick<PartRowsProps, 'owner'> {
  readonly record: WireRow;
  /** The records above it, in words. */
  readonly above?: readonly string[];
  /** It is the record of the page, so it is no link. */
  readonly isThisPage?: boolean;
  /** Begins with what the visitor has to do. */
  readonly isTask?: boolean;
}

export function PartRow({
  record,
  owner = null,
  above = [],
  isThisPage = false,
  isTask = false,
}: PartRowProps) {
  const slice = useSlice();
  const page = usePageOf()(record);
  const path = isThisPage ? null : page;
  const title = nameOfRecord(slice, record);
  const subject = nameOfSubject(slice, record, [useSession().name, owner]);
  const name = subject ?? title;
  const isOver = isDone(slice, record);
  const details = [...new Set([...detailsOf(slice, record, subject === null ? null : title), ...above])];
  const office = officeOf(slice, record);
  const amount = amountOf(slice, record);
  const label = isTask ? (
    <>
      <span className={styles.task}>{sayTask(slice, record)}:</span> {name}
    </>
  ) : (
    name
  );
  return (
    <li className={styles.row} data-task={isTask || undefined}>
      <div className={styles.name}>
        {path === null ? (
          <span>{label}</span>
        ) : (
          <Link to={path} className={styles.link} data-row-link>
            {label}
          </Link>
        )}
      </div>
      <div className={styles.details}>
        {office !== null && <span className={styles.office}>{office}</span>}
        {amount !== null && (
          <span className={styles.amount} data-figures>
            {amount}
          </span>
        )}
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </div>
      <div className={styles.state}>
        <StateTag type={record.type} state={record.state} />
      </div>
      <div className={styles.until}>{!isOver && <Order record={record} />}</div>
    </li>
  );
}
