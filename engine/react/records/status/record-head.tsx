/** The heading of a record: its title, number, ancestors and due date. */
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { assessmentMessages } from '../../../locales/assessment.ts';
import { recordMessages } from '../../../locales/records.ts';
import { pathOf } from '../../../portal/routing/links.ts';
import { dueAsSaid } from '../../../portal/time/working-days.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { assessmentOf, wordingOf } from '../../facts/assessment-parts.ts';
import { useRecord } from '../../data/hooks.ts';
import { BasisHint } from '../../facts/basis-hint.tsx';
import { StateTag } from '../../facts/state-tag.tsx';
import { nameOfOffice, nameOfRecord, nameOfSubject, nothing } from '../../facts/words.ts';
import { sayDate, sayDue, sayDueDate, sayNearDate, sayRelative } from '../../page/dates.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { useVisitor } from '../../shell/navigation.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import styles from './status.module.css';
import { holderOf } from './record-holder.ts';

interface RecordHeadProps {
  readonly record: WireRecord;
  /** What the heading of the page says, to avoid repeating it. */
  readonly said?: readonly (string | null)[];
}

export function RecordHead({ record, said = [] }: RecordHeadProps) {
  const slice = useSlice();
  const name = nameOfRecord(slice, record);
  const subject = nameOfSubject(slice, record, [useSession().name]);
  const office = nameOfOffice(slice, record.office);
  const isNew = (word: string | null) => word !== null && !said.includes(word);
  return (
    <>
      <StateTag type={record.type} state={record.state} />
      {isNew(name) && <span>{name}</span>}
      {isNew(record.number) && <strong data-figures>{record.number}</strong>}
      {isNew(subject) && <strong>{subject}</strong>}
      <Amount record={record} />
      {office !== null && <span>{office}</span>}
      <RecordAncestors record={record} />
      <BasisHint of={record.basis} />
    </>
  );
}

/** What is to pay now, or was paid. */
function Amount({ record }: { readonly record: WireRecord }) {
  const said = sayAmount(useSlice(), record);
  return said === null ? null : <strong data-figures>{said}</strong>;
}

export function sayAmount(slice: PortalSlice, { data }: WireRecord): string | null {
  const assessment = assessmentOf(data);
  if (assessment === null) return null;
  const { balance, dueNow, paid, currency } = assessment;
  const { money } = wordingOf(slice, currency);
  if (Number(balance) <= 0) return text(assessmentMessages.amountPaid, { amount: money(paid) });
  const open = Number(dueNow) > 0 ? dueNow : balance;
  return text(assessmentMessages.amountOpen, { amount: money(open) });
}

export function RecordMeta({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const waiting = holderOf(record);
  const office = nameOfOffice(slice, record.office);
  return (
    <>
      <StateTag type={record.type} state={record.state} />
      {record.number !== null && <span data-figures>{record.number}</span>}
      {waiting !== null && (
        <span>
          {record.waits_for?.who === 'you'
            ? text(recordMessages.waitsWithYou)
            : text(recordMessages.waitsWith, { who: waiting })}
        </span>
      )}
      {office !== null && record.office !== record.waits_for?.key && <span>{office}</span>}
      {record.due !== null && <DueText due={record.due} />}
      <RecordAncestors record={record} />
      <span>
        {text(recordMessages.changedAgo, {
          date: sayDate(record.updated_at, slice.timeZone),
          ago: sayRelative(record.updated_at, slice.timeZone),
        })}
      </span>
    </>
  );
}

function RecordAncestors({ record }: { readonly record: WireRecord }) {
  const seen = record.ancestors.filter(({ visible }) => visible);
  if (seen.length === 0) return null;
  return (
    <span className={styles.ancestors}>
      {text(recordMessages.partOf)}
      {seen.toReversed().map(({ type, slug }) => (
        <Ancestor key={slug} type={type} slug={slug} />
      ))}
    </span>
  );
}

function Ancestor({ type, slug }: { readonly type: string; readonly slug: string }) {
  const slice = useSlice();
  const visitor = useVisitor();
  const { data } = useRecord(type, slug);
  const reader = useSession().name;
  if (data === undefined) return null;
  const path = pathOf({ portal: slice, visitor }, data);
  const name = data.number ?? nameOfRecord(slice, data);
  const subject = nameOfSubject(slice, data, [reader]);
  return (
    <span>
      {path === null ? name : <Link to={path}>{name}</Link>}
      {subject !== null && ` ${subject}`}
    </span>
  );
}

interface DueTextProps {
  readonly due: string | null;
  readonly isShort?: boolean;
}

export function DueText({ due, isShort = false }: DueTextProps) {
  const slice = useSlice();
  const said = due === null ? null : sayDue(due, slice);
  if (due === null || said === null) return nothing;
  const { text: sentence, urgency } = said;
  return (
    <time dateTime={due} className={styles.due} data-urgency={urgency}>
      {urgency === 'late' && <Icon of={IconAlertTriangle} size={15} />}
      {(urgency === 'today' || urgency === 'soon') && <Icon of={IconClock} size={15} />}
      <span className={styles.text}>{sentence}</span>
      <span className={styles.date}>
        {isShort
          ? sayNearDate(dueAsSaid(due, slice.timeZone), slice.timeZone)
          : sayDueDate(due, slice.timeZone)}
      </span>
    </time>
  );
}
