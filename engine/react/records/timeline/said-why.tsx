/** Why a record was returned, refused or paused: the text of the person who took the step. */
import { useEvents } from '../../api/hooks.ts';
import { useSlice } from '../../portal-context.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { text } from '../../text.ts';
import { withoutRepeats } from './timeline.tsx';
import styles from './said-why.module.css';
import { recordMessages } from '../../../locales/records.ts';

const troubled = new Set(['warning', 'bad']);

export function SaidWhy({ record }: { readonly record: WireRecord }) {
  const { recordTypes, departments } = useSlice();
  const { data } = useEvents(record);
  const tone = recordTypes[record.type]?.states[record.state]?.tone ?? 'neutral';
  if (data === undefined || !troubled.has(tone)) return null;
  const events = withoutRepeats(data);
  // Saving and uploading do not change the state; an earlier step gave the reason.
  const led = events.findLast(({ what, remark }) => remark !== null && what !== 'item');
  if (led?.remark == null || led.state !== record.state) return null;
  const from = led.department === null ? led.who : (departments[led.department]?.title ?? led.who);
  return (
    <figure className={styles.why} data-tone={tone}>
      <figcaption>{text(recordMessages.remarkBy, { who: from })}</figcaption>
      <blockquote>{led.remark}</blockquote>
    </figure>
  );
}
