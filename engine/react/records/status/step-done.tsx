/** Confirms a step that was just taken: the new status, and whose turn is next. */
import type { WireRecord } from '../../../contract/record.ts';
import { sayDueDate } from '../../page/dates.ts';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import styles from './step-done.module.css';
import { sayHolder } from './record-holder.ts';
import { clockMessages } from '../../../locales/clock.ts';
import { recordMessages } from '../../../locales/records.ts';

export function StepDone({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const state = slice.recordTypes[record.type]?.states[record.state];
  const next = sayHolder(slice, record);
  return (
    <output className={styles.done}>
      <strong>{text(recordMessages.stepDone, { state: state?.title ?? record.state })}</strong>
      {next !== null && ` ${next}`}
      {record.due !== null &&
        ` ${text(clockMessages.dueAfterStep, { date: sayDueDate(record.due, slice.timeZone) })}`}
      {record.number !== null && ` ${text(recordMessages.numberGiven, { number: record.number })}`}
    </output>
  );
}
