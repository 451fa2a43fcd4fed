/** What happened to a record, in words, the latest first. */
import { useState } from 'react';
import { useEvents } from '../api/hooks.ts';
import { sayMoment, sayRelative } from '../page/dates.ts';
import { Trouble } from '../page/trouble.tsx';
import { Waiting } from '../page/waiting.tsx';
import type { WireEvent, WireRecord } from '../../portal/wire.ts';
import { useSlice } from '../portal-context.ts';
import { StateTag } from './state-tag.tsx';
import styles from './timeline.module.css';

/** As many steps as tell how it stands; the rest is asked for. */
const glance = 6;

export function Timeline({ record }: { readonly record: WireRecord }) {
  const [isWhole, setIsWhole] = useState(false);
  const { data, error, mutate } = useEvents(record);
  if (error !== undefined && data === undefined)
    return <Trouble error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Waiting />;
  const latestFirst = data.toSorted((a, b) => b.at.localeCompare(a.at));
  const shown = isWhole ? latestFirst : latestFirst.slice(0, glance);
  return (
    <>
      <ol className={styles.timeline}>
        {shown.map((event) => (
          <Entry key={`${event.at} ${event.what} ${event.text}`} event={event} type={record.type} />
        ))}
      </ol>
      {shown.length < latestFirst.length && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          Show all {latestFirst.length} steps
        </button>
      )}
    </>
  );
}

/** What leaves the record in its state. */
const staying = new Set(['created', 'saved', 'item']);

function Entry({ event, type }: { readonly event: WireEvent; readonly type: string }) {
  const { timeZone, departments } = useSlice();
  const department = event.department === null ? null : departments[event.department]?.title;
  const by =
    department === null || department === undefined || department === event.who
      ? event.who
      : `${event.who}, ${department}`;
  return (
    <li className={styles.entry}>
      <p className={styles.text}>
        {event.text}
        {!staying.has(event.what) && <StateTag type={type} state={event.state} />}
      </p>
      {event.remark !== null && <blockquote className={styles.remark}>{event.remark}</blockquote>}
      <p className={styles.meta}>
        {by} · <time dateTime={event.at}>{sayMoment(event.at, timeZone)}</time> ({sayRelative(event.at)})
      </p>
    </li>
  );
}
