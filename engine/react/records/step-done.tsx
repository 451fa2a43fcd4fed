/** Confirms a step that was just taken: how the record stands now, and who is next. */
import type { WireRecord } from '../../portal/wire.ts';
import { sayDate } from '../page/dates.ts';
import { useSlice } from '../portal-context.ts';
import styles from './step-done.module.css';
import { sayWhoHas } from './standing.ts';

export function StepDone({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const state = slice.recordTypes[record.type]?.states[record.state];
  const next = sayWhoHas(slice, record);
  return (
    <output className={styles.done}>
      <strong>Done. It now stands as “{state?.title ?? record.state}”.</strong>
      {next !== null && ` ${next}`}
      {record.due !== null && ` By ${sayDate(record.due, slice.timeZone)}.`}
      {record.number !== null && ` Its number is ${record.number}.`}
    </output>
  );
}
