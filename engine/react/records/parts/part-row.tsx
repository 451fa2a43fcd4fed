/** One child record in short: person, state, missing items, due date, and next action. */
import { Link } from 'react-router-dom';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { sayShortDate } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { Icon } from '../../theme/icons.tsx';
import { text } from '../../text.ts';
import { wordOfDocument } from '../documents/document-words.ts';
import { DueText } from '../status/due-text.tsx';
import { missingOf, sayTitles } from '../status/papers-to-send.ts';
import styles from './part-rows.module.css';
import { isDone, nextAction, sayBooking, holderOf } from '../status/record-holder.ts';
import { StateTag } from '../../facts/state-tag.tsx';
import { usePageOf } from '../links/pages.ts';
import { nameOfOffice, nameOfRecord, ownWords, sayDone } from '../../facts/words.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { recordMessages } from '../../../locales/records.ts';

export function PartRow({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const path = usePageOf()(record);
  const isOver = isDone(slice, record);
  const office = nameOfOffice(slice, record.office);
  const title = nameOfRecord(slice, record);
  const words = ownWords(slice, record);
  const name = words ?? title;
  const about = [words === null ? null : title, record.number, office === title ? null : office];
  const action = isOver || record.waits_for?.who !== 'you' ? null : labelOfAction(record);
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
        <span className={styles.office}>{about.filter((part) => part !== null).join(' · ')}</span>
      </div>
      <div className={styles.state}>
        <StateTag type={record.type} state={record.state} />
      </div>
      <div className={styles.lacks}>
        {isOver ? <Outcome record={record} /> : <Lacks record={record} slice={slice} />}
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

function Lacks({ record, slice }: { readonly record: WireRecord; readonly slice: PortalSlice }) {
  const { text: lack, titles } = missingOf(record);
  const who = holderOf(record);
  const open = record.parts.filter(({ done, total }) => done < total);
  const isWithOthers = ['office', 'party'].includes(record.waits_for?.who ?? '');
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
      {lack === null && open.length === 0 && record.waits_for?.who === 'you' && (
        <span>
          {text(record.waits_for.key === 'owner' ? recordMessages.completeToSend : recordMessages.yourTurn)}
        </span>
      )}
    </>
  );
}

/** The result: the issued paper and its validity. */
function Outcome({ record }: { readonly record: WireRecord }) {
  const { timeZone } = useSlice();
  const [document] = record.documents;
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

function labelOfAction(record: WireRecord): string {
  const { titles } = missingOf(record);
  if (titles.length > 0)
    return record.review.accept
      ? text(checklistMessages.review, { count: titles.length })
      : text(checklistMessages.addMissing, { count: titles.length });
  return nextAction(record)?.title ?? text(recordMessages.open);
}
