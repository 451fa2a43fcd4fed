/** The status of a record in sentences: current holder, due date, appointment, and next step. */
import type { WireRecord } from '../../../contract/record.ts';
import { dueAsSaid } from '../../../portal/time/working-days.ts';
import { sayDate, sayDue, sayDueDay, sayMoment } from '../../page/dates.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { Icon } from '../../theme/icons.tsx';
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { Progress } from './progress.tsx';
import styles from './record-status.module.css';
import { StateTag } from '../../facts/state-tag.tsx';
import { isDone, sayBooking, sayHolder, sayHolderOfStep } from './record-holder.ts';
import { clockMessages } from '../../../locales/clock.ts';
import { recordMessages } from '../../../locales/records.ts';

export function RecordStatus({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const state = slice.recordTypes[record.type]?.states[record.state];
  const who = sayHolder(slice, record);
  const next = record.next[0];
  const { slug } = useSession();
  const withWhom = next === undefined ? null : sayHolderOfStep(record, next, slug);
  const paused = record.clocks.find((clock) => clock.state === 'paused');
  return (
    <section
      className={styles.status}
      data-tone={state?.tone ?? 'neutral'}
      aria-label={text(recordMessages.status)}
    >
      <p className={styles.head}>
        <StateTag type={record.type} state={record.state} />
        <span className={styles.since}>
          {text(recordMessages.stateSince, { date: sayDate(record.since, slice.timeZone) })}
        </span>
      </p>
      {who !== null && <p className={styles.who}>{who}</p>}
      {record.due !== null && state?.isFinal !== true && <DueLine due={record.due} />}
      {paused !== undefined && (
        <p className={styles.line}>
          <Icon name="clock" size={16} />
          {text(clockMessages.notCounted, { clock: paused.title })}
        </p>
      )}
      {record.booking !== null && (
        <p className={styles.line}>
          <Icon name="clock" size={16} />
          {sayBooking(record.booking, slice.timeZone)}
        </p>
      )}
      {!isDone(slice, record) && record.parts.map((parts) => <Progress key={parts.type} {...parts} />)}
      {next !== undefined && (
        <p className={styles.next}>
          {withWhom !== null && next.key !== record.waits_for?.key
            ? text(recordMessages.nextStepWith, { step: next.title, withWhom })
            : text(recordMessages.nextStep, { step: next.title })}
        </p>
      )}
    </section>
  );
}

function DueLine({ due }: { readonly due: string }) {
  const slice = useSlice();
  const said = sayDue(due, slice);
  if (said === null) return null;
  const isLate = said.urgency === 'late';
  return (
    <p className={styles.line} data-urgency={said.urgency}>
      <Icon name={isLate ? 'alert' : 'clock'} size={16} />
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
