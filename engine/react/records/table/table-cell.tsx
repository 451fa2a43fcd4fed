/** One value of a record in a table, on one line. */
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireRow } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { ValueKind } from '../../../portal/forms/value-type.ts';
import { dueAsSaid } from '../../../portal/time/working-days.ts';
import type { WireColumn } from '../../../portal/wire/slice.ts';
import { briefMomentOf } from '../../facts/brief-words.ts';
import { StateTag } from '../../facts/state-tag.tsx';
import { cellText, nothing } from '../../facts/words.ts';
import { text } from '../../language/text.ts';
import { BriefDate } from '../../page/brief-date.tsx';
import { sayNearDate, sayDue, sayDueDate } from '../../page/dates.ts';
import { Found } from '../../page/found-words.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { Icon } from '../../theme/icon.tsx';
import styles from './table.module.css';

interface CellProps {
  readonly record: WireRow;
  readonly column: WireColumn;
}

export function Cell({ record, column }: CellProps): ReactNode {
  const slice = useSlice();
  if (column.value === 'state') return <StateTag type={record.type} state={record.state} />;
  if (column.value === 'due') return <BriefDue due={record.due} />;
  const cell = cellText(slice, record, column);
  // A draft has no number yet, but the link needs a text.
  if (column.value === 'number' && record.number === null) return text(recordMessages.noNumber);
  const moment = briefMomentOf(slice, record, column);
  if (moment === null) return <Found text={cell} />;
  return (
    <BriefDate iso={moment.iso} full={cell}>
      {moment.brief}
    </BriefDate>
  );
}

/** How long is left, and beside it until when. */
export function BriefDue({ due }: { readonly due: string | null }): ReactNode {
  const slice = useSlice();
  const said = due === null ? null : sayDue(due, slice);
  if (due === null || said === null) return nothing;
  const date = sayNearDate(dueAsSaid(due, slice.timeZone), slice.timeZone);
  return (
    <BriefDate
      iso={due}
      full={`${said.text}, ${sayDueDate(due, slice.timeZone)}`}
      className={styles[`due-${said.urgency}`]}
    >
      {said.urgency === 'late' && <Icon of={IconAlertTriangle} size={14} />}
      {(said.urgency === 'today' || said.urgency === 'soon') && <Icon of={IconClock} size={14} />}
      {said.brief} <span className={styles.date}>{date}</span>
    </BriefDate>
  );
}

const short: readonly ValueKind[] = ['state', 'date', 'moment', 'due', 'money'];

/** Numbers, dates and amounts have a width of their own. Other columns share the rest. */
export function isShort({ value, type }: WireColumn): boolean {
  return short.includes(type) || value.split('.').at(-1) === 'number';
}

/** Amounts are right-aligned. */
export function amountOf({ type }: WireColumn) {
  return type === 'money' ? { 'data-amount': true } : {};
}
