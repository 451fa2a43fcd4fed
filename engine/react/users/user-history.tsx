/** The history of an account, newest first: who, when, what was before and after. */
import { Timeline } from '@mantine/core';
import '@mantine/core/styles/Timeline.layer.css';
import type { WireAccount, WireAccountEvent } from '../../contract/accounts.ts';
import { userMessages } from '../../locales/users.ts';
import { sayDuration } from '../../portal/time/duration-words.ts';
import { nameOfOffice } from '../facts/words.ts';
import { sayMoment } from '../page/dates.ts';
import { Fallback } from '../page/feedback.tsx';
import { useSlice } from '../session/portal-context.ts';
import { dictionary, text } from '../language/text.ts';
import { useUserEvents } from './use-user.ts';
import styles from './users.module.css';

export function UserHistory({ account }: { readonly account: WireAccount }) {
  const { data, error, mutate } = useUserEvents(account);
  return (
    <section className={styles.history}>
      <h2 className={styles.heading}>{text(userMessages.history)}</h2>
      {data === undefined && <Fallback error={error} retry={mutate} shape="rows" />}
      {data?.length === 0 && <p className={styles.quiet}>{text(userMessages.emptyHistory)}</p>}
      {data !== undefined && data.length > 0 && (
        <Timeline active={0} bulletSize={14} lineWidth={2}>
          {data.toReversed().map((event, index) => (
            <Timeline.Item key={`${data.length - index} ${event.at}`} title={event.text}>
              <EventDetail event={event} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </section>
  );
}

function EventDetail({ event }: { readonly event: WireAccountEvent }) {
  const slice = useSlice();
  const { at, who, department, reason, minutes, changes } = event;
  const office = nameOfOffice(slice, department);
  return (
    <>
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      {minutes !== null && <p>{sayDuration(dictionary(), { amount: minutes, unit: 'minute' })}</p>}
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ title, before, after }) => (
            <li key={title}>
              {before !== null && before === after
                ? text(userMessages.inField, { field: title, value: before })
                : text(userMessages.fromTo, {
                    field: title,
                    before: before ?? text(userMessages.nothingBefore),
                    after: after ?? text(userMessages.nothingBefore),
                  })}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        {office === null || office === undefined ? who : text(userMessages.who, { who, department: office })}{' '}
        · <time dateTime={at}>{sayMoment(at, slice.timeZone)}</time>
      </p>
    </>
  );
}
