/** The records below a record as rows: state, missing papers and result of each. */
import { Link } from 'react-router-dom';
import type { WirePart, WireRow } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { StateTag } from '../../facts/state-tag.tsx';
import { nameOfOffice, nameOfRecord, ownWords, sayDone } from '../../facts/words.ts';
import { sayShortDate } from '../../page/dates.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icons.tsx';
import { wordOfDocument } from '../documents/record-documents.tsx';
import { usePageOf } from '../links/pages.ts';
import { DueText } from '../status/record-head.tsx';
import { holderOf, isDone, missingOf, nextAction, sayBooking, sayTitles } from '../status/record-holder.ts';
import styles from './part-rows.module.css';

interface PartRowsProps {
  readonly records: readonly WireRow[];
  /** Level of the groups' headings. */
  readonly level?: 2 | 3;
  /** The page lists what waits for the visitor elsewhere. */
  readonly isBesideToDo?: boolean;
}

export function PartRows({ records, level = 3, isBesideToDo = false }: PartRowsProps) {
  const slice = useSlice();
  const Heading = `h${level}` as const;
  const rest = isBesideToDo ? records.filter((record) => !isToDo(slice, record)) : records;
  return groupsOf(slice, rest).map(({ title, rows }) => (
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
  readonly rows: readonly WireRow[];
}

function groupsOf(slice: PortalSlice, records: readonly WireRow[]): readonly Group[] {
  const of = (title: string, is: (record: WireRow) => boolean) => ({ title, rows: inOrder(records, is) });
  const isOver = (record: WireRow) => isDone(slice, record);
  return [
    of(text(recordMessages.groupWaitingForYou), (record) => isToDo(slice, record)),
    of(text(recordMessages.groupInWork), (record) => !isOver(record) && !isToDo(slice, record)),
    of(text(recordMessages.groupDone), isOver),
  ].filter(({ rows }) => rows.length > 0);
}

/** The records of the to-do list: see `isToDo` of the model. */
export function isToDo(slice: PortalSlice, record: WireRow): boolean {
  return !isDone(slice, record) && record.part?.waits_for?.who === 'you';
}

const never = '9999';

/** Earliest due date first. */
function inOrder(records: readonly WireRow[], is: (record: WireRow) => boolean): readonly WireRow[] {
  return records.filter(is).toSorted((a, b) => (a.due ?? never).localeCompare(b.due ?? never));
}

interface PartRowProps {
  readonly record: WireRow;
  /** The records above it, in words. */
  readonly above?: readonly string[];
  /** It is the record of the page, so it is no link. */
  readonly isThisPage?: boolean;
}

export function PartRow({ record, above = [], isThisPage = false }: PartRowProps) {
  const slice = useSlice();
  const page = usePageOf()(record);
  const path = isThisPage ? null : page;
  const isOver = isDone(slice, record);
  const office = nameOfOffice(slice, record.office);
  const title = nameOfRecord(slice, record);
  const words = ownWords(slice, record, useSession().name);
  const name = words ?? title;
  const about = [words === null ? null : title, record.number, office === title ? null : office, ...above];
  const { part } = record;
  const action = isOver || part?.waits_for?.who !== 'you' ? null : labelOfAction(part);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        {path === null ? (
          <span className={styles.name}>{name}</span>
        ) : (
          <Link to={path} className={styles.link} data-row-link>
            {name}
          </Link>
        )}
        <span className={styles.office}>{about.filter((word) => word !== null).join(' · ')}</span>
      </div>
      <div className={styles.state}>
        <StateTag type={record.type} state={record.state} />
      </div>
      <div className={styles.lacks}>
        {part !== undefined && (isOver ? <Outcome part={part} /> : <Lacks part={part} slice={slice} />)}
      </div>
      <div className={styles.until}>
        {!isOver && record.due !== null && <DueText due={record.due} isShort />}
        {!isOver && record.booking !== null && <span>{sayBooking(record.booking, slice.timeZone)}</span>}
      </div>
      <div className={styles.action}>
        {action !== null && path !== null && (
          // The whole row is a link; this is its label.
          <span aria-hidden="true">
            {action} <Icon name="chevron" size={14} />
          </span>
        )}
      </div>
    </li>
  );
}

function Lacks({ part, slice }: { readonly part: WirePart; readonly slice: PortalSlice }) {
  const { text: lack, titles } = missingOf(part);
  const who = holderOf(part);
  const open = part.parts.filter(({ done, total }) => done < total);
  const isWithOthers = ['office', 'party'].includes(part.waits_for?.who ?? '');
  return (
    <>
      {lack !== null && (
        <span>
          <strong>{lack}</strong>: {sayTitles(titles)}
        </span>
      )}
      {open.map((parts) => (
        <span key={parts.type}>{sayDone(slice, parts)}</span>
      ))}
      {lack === null && isWithOthers && <span>{text(recordMessages.partWaitsWith, { who: who ?? '' })}</span>}
      {lack === null && open.length === 0 && part.waits_for?.who === 'you' && (
        <span>
          {text(
            part.waits_for.key === 'owner' && part.items.length > 0
              ? recordMessages.completeToSend
              : recordMessages.yourTurn,
          )}
        </span>
      )}
    </>
  );
}

/** The result: the issued paper and its validity. */
function Outcome({ part }: { readonly part: WirePart }) {
  const { timeZone } = useSlice();
  const [document] = part.documents;
  if (document === undefined) return null;
  const until = document.valid_until;
  return (
    <span>
      {document.title}
      {document.number !== null && ` ${document.number}`}
      {until !== null &&
        `, ${text(documentMessages.validUntilDate, { date: sayShortDate(until, timeZone) })}`}
      {document.state !== 'valid' && ` (${wordOfDocument(document.state)})`}
    </span>
  );
}

function labelOfAction(part: WirePart): string {
  const { titles } = missingOf(part);
  if (titles.length > 0)
    return part.review.accept
      ? text(checklistMessages.review, { count: titles.length })
      : text(checklistMessages.addMissing, { count: titles.length });
  return nextAction(part)?.title ?? text(recordMessages.open);
}
