/** What happened to a record, in words, the latest first. */
import { useEvents } from '../api/hooks.ts';
import { sayMoment, sayRelative } from '../page/dates.ts';
import { Trouble } from '../page/trouble.tsx';
import { Waiting } from '../page/waiting.tsx';
import type { WireEvent, WireRecord } from '../../portal/wire.ts';
import { useSlice } from '../portal-context.ts';
import styles from './timeline.module.css';

export function Timeline({ record }: { readonly record: WireRecord }) {
  const { data, error, mutate } = useEvents(record);
  if (error !== undefined && data === undefined)
    return <Trouble error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Waiting />;
  const latestFirst = data.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <ol className={styles.timeline}>
      {latestFirst.map((event) => (
        <Entry key={`${event.at} ${event.what} ${event.text}`} event={event} />
      ))}
    </ol>
  );
}

function Entry({ event }: { readonly event: WireEvent }) {
  const { timeZone, departments } = useSlice();
  const department = event.department === null ? null : departments[event.department]?.title;
  const by =
    department === null || department === undefined || department === event.who
      ? event.who
      : `${event.who}, ${department}`;
  return (
    <li className={styles.entry}>
      <p className={styles.text}>{event.text}</p>
      {event.remark !== null && <blockquote className={styles.remark}>{event.remark}</blockquote>}
      <p className={styles.meta}>
        {by} · <time dateTime={event.at}>{sayMoment(event.at, timeZone)}</time> ({sayRelative(event.at)})
      </p>
    </li>
  );
}
