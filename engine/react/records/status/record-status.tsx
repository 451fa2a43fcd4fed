/** The status of a record: its state, its holder, its progress. */
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { WireDocument, WireParts, WireRecord } from '../../../contract/record.ts';
import { clockMessages } from '../../../locales/clock.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { recordMessages } from '../../../locales/records.ts';
import { documentPathOf } from '../../../portal/routing/links.ts';
import { dueAsSaid } from '../../../portal/time/working-days.ts';
import { useToDo } from '../../data/hooks.ts';
import { Tag } from '../../facts/state-tag.tsx';
import { nameOfDocument, nameOfState, sayDone } from '../../facts/words.ts';
import { sayDate, sayDue, sayDueDay, sayMoment, sayParts } from '../../page/dates.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { textAround } from '../../language/text-around.tsx';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import { QuorumStatus } from './quorum-status.tsx';
import { useReceiptPath } from './receipt-path.ts';
import {
  isDone,
  sayBlocking,
  sayBooking,
  sayHolder,
  sayHolderOfStep,
  stepOnceChecked,
  withoutBlocking,
} from './record-holder.ts';
import styles from './status.module.css';

interface RecordStatusProps {
  readonly record: WireRecord;
  /** The confirmation of a step above it says who has the record, by when and what comes next. */
  readonly isConfirmed?: boolean;
}

export function RecordStatus({ record, isConfirmed = false }: RecordStatusProps) {
  const slice = useSlice();
  const state = slice.recordTypes[record.type]?.states[record.state];
  const help = state?.help;
  // It says more than whose turn it is.
  const isSaid = help !== undefined && record.waits_for?.who === 'you';
  const who = isSaid ? null : sayHolder(slice, record);
  const isBlocked = record.parts.some(({ blocking }) => blocking.length > 0);
  const waits = record.waits_for?.who === 'parts' || isBlocked;
  // What the office sends back does not go on.
  const next = stepOnceChecked(record)?.returns === true ? undefined : record.next[0];
  const { slug } = useSession();
  const receipt = useReceiptPath(record);
  const withWhom = next === undefined ? null : sayHolderOfStep(record, next, slug);
  const isGood = isDone(slice, record) && state?.tone === 'good';
  const document = isGood ? record.documents.find((one) => one.state === 'valid') : undefined;
  // What is done waits for nobody's time.
  const paused = isDone(slice, record) ? undefined : record.clocks.find((clock) => clock.state === 'paused');
  return (
    <section
      className={styles.status}
      data-tone={state?.tone ?? 'neutral'}
      aria-label={text(recordMessages.status)}
    >
      <div className={styles.head}>
        <p className={styles.state}>{nameOfState(slice, record.type, record.state)}</p>
        <p>{text(recordMessages.stateSince, { date: sayDate(record.since, slice.timeZone) })}</p>
      </div>
      {who !== null && !isConfirmed && (
        <p className={styles.who}>{waits ? <WaitingParts record={record} /> : who}</p>
      )}
      {help !== undefined && <p className={styles.help}>{help}</p>}
      {document !== undefined && <ReadyDocument document={document} />}
      {record.due !== null && !isConfirmed && state?.isFinal !== true && <DueLine due={record.due} />}
      {paused !== undefined && (
        <p className={styles.line}>
          <Icon of={IconClock} size={16} />
          {text(clockMessages.notCounted, { clock: paused.title })}
        </p>
      )}
      {record.booking !== null && (
        <p className={styles.line}>
          <Icon of={IconClock} size={16} />
          {sayBooking(record.booking, slice.timeZone)}
        </p>
      )}
      {!isDone(slice, record) && record.parts.map((parts) => <Progress key={parts.type} {...parts} />)}
      {record.quorum !== undefined && <QuorumStatus {...record.quorum} />}
      {receipt !== null && record.owner === slug && !isConfirmed && (
        <p className={styles.line}>
          <Link to={receipt}>{text(recordMessages.receiptLink)}</Link>
        </p>
      )}
      {next !== undefined && !isConfirmed && !isSaid && (
        <p data-quiet>
          {withWhom !== null && next.key !== record.waits_for?.key
            ? text(recordMessages.nextStepWith, { step: next.title, withWhom })
            : text(recordMessages.nextStep, { step: next.title })}
        </p>
      )}
    </section>
  );
}

/** What the record was for. */
function ReadyDocument({ document }: { readonly document: WireDocument }) {
  const slice = useSlice();
  const { code, valid_until: until } = document;
  const path = documentPathOf(slice, code);
  const name = nameOfDocument(document);
  const link = path === null ? name : <Link to={path}>{name}</Link>;
  return (
    <p className={styles.who}>
      {until === null
        ? textAround(documentMessages.ready, { document: link })
        : textAround(documentMessages.readyAndValidUntil, {
            document: link,
            until: sayDate(until, slice.timeZone),
          })}
    </p>
  );
}

/** What keeps it from going on, or the number of the list below it. */
function WaitingParts({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const { data } = useToDo(record);
  const states = record.parts.flatMap(({ type, blocking }) =>
    blocking.map(({ state }) => nameOfState(slice, type, state)),
  );
  if (states.length === 0) {
    const count = data?.total ?? 0;
    return count > 0 ? text(recordMessages.thingsWaitForYou, { count }) : text(recordMessages.waitsForParts);
  }
  const steps = record.actions.map(({ title }) => title);
  return [
    text(recordMessages.partsBlock, { states: sayParts([...new Set(states)]) }),
    ...(steps.length === 0 ? [] : [text(recordMessages.partsBlockSteps, { steps: sayParts(steps) })]),
  ].join(' ');
}

function DueLine({ due }: { readonly due: string }) {
  const slice = useSlice();
  const said = sayDue(due, slice);
  if (said === null) return null;
  const isLate = said.urgency === 'late';
  return (
    <p className={styles.line} data-urgency={said.urgency}>
      <Icon of={isLate ? IconAlertTriangle : IconClock} size={16} />
      <span>
        {textAround(isLate ? clockMessages.wasDueDay : clockMessages.dueDay, {
          day: (
            <time dateTime={due} title={sayMoment(dueAsSaid(due, slice.timeZone), slice.timeZone)}>
              {sayDueDay(due, slice.timeZone)}
            </time>
          ),
          left: <strong>{said.text}</strong>,
        })}
      </span>
    </p>
  );
}

export function Progress({ type, done, total, blocking }: WireParts) {
  const slice = useSlice();
  // A single child shows its own status.
  if (total < 2) return null;
  const { done: ahead } = withoutBlocking({ done, blocking });
  const progress = sayDone(slice, { type, done: ahead, total });
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} value={ahead} max={total} aria-label={progress} />
      <span className={styles.statusText} data-figures>
        {progress}
      </span>
      {sayBlocking(slice, { parts: [{ type, done, total, blocking }] }).map((said) => (
        <Tag key={said} tone="bad">
          {said}
        </Tag>
      ))}
    </div>
  );
}
