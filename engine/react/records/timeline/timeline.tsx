/** The history of a record, and the reason of its last step. */
import { useState } from 'react';
import type { WireEvent, WireRecord, WireStep } from '../../../contract/record.ts';
import { delegationMessages } from '../../../locales/delegations.ts';
import { recordMessages } from '../../../locales/records.ts';
import { userMessages } from '../../../locales/users.ts';
import { useEvents, useFormOf } from '../../data/hooks.ts';
import { groupFacts, titlesOf } from '../../facts/facts.ts';
import { nameOfState } from '../../facts/words.ts';
import { sayMoment, sayRelative } from '../../page/dates.ts';
import { PersonPicture } from '../../page/person-picture.tsx';
import { Fallback } from '../../page/feedback.tsx';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { sayHolderOfStep } from '../status/record-holder.ts';
import styles from '../status/status.module.css';

/** Consecutive saves by the same person are shown as one, the last, with the changes of all. */
export function withoutRepeats(events: readonly WireEvent[]): readonly WireEvent[] {
  const shown: WireEvent[] = [];
  for (const event of events.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const last = shown.at(-1);
    const isRepeat =
      event.what === 'saved' &&
      last?.what === 'saved' &&
      last.who === event.who &&
      last.acted_for === event.acted_for;
    if (isRepeat) shown.pop();
    shown.push(isRepeat ? { ...event, changes: joinChanges(last.changes, event.changes) } : event);
  }
  return shown;
}

function joinChanges(first: WireEvent['changes'], second: WireEvent['changes']): WireEvent['changes'] {
  if (first === null || second === null) return second ?? first;
  // An answer that the first save added had no value before.
  const own = Object.entries(second.before).filter(([name]) => !Object.hasOwn(first.after, name));
  return {
    before: { ...Object.fromEntries(own), ...first.before },
    after: { ...first.after, ...second.after },
  };
}

/** The steps that explain the current state; older steps load on demand. */
const glance = 5;

export function Timeline({ record }: { readonly record: WireRecord }) {
  const { slug } = useSession();
  const [isWhole, setIsWhole] = useState(false);
  const { data, error, mutate } = useEvents(record);
  if (data === undefined) return <Fallback error={error} retry={mutate} />;
  const events = withoutRepeats(data);
  const shown = isWhole ? events : events.slice(-glance);
  return (
    <>
      {shown.length < events.length && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          {text(recordMessages.showEarlier, { count: events.length - shown.length })}
        </button>
      )}
      <ol className={styles.timeline}>
        {shown.map((event, index) => (
          <Entry
            key={`${event.at} ${event.what} ${event.text}`}
            event={event}
            record={record}
            isLast={index === shown.length - 1}
          />
        ))}
        {record.next.map((step) => (
          <Upcoming key={step.state} step={step} withWhom={sayHolderOfStep(record, step, slug)} />
        ))}
      </ol>
    </>
  );
}

/** Steps that leave the state unchanged. */
const staying = new Set([
  'created',
  'saved',
  'item',
  'unit',
  'unsigned',
  'assignee',
  'reminded',
  'clock-paused',
  'clock-resumed',
  'clock-moved',
]);

interface EntryProps {
  readonly event: WireEvent;
  readonly record: WireRecord;
  readonly isLast: boolean;
}

function Entry({ event, record, isLast }: EntryProps) {
  const slice = useSlice();
  const { timeZone, departments } = slice;
  const department = event.department === null ? null : (departments[event.department]?.title ?? null);
  // A demonstration account has the name of its department.
  const { acted_for: officer } = event;
  const who = officer === null ? event.who : text(delegationMessages.byFor, { deputy: event.who, officer });
  const by = department === null || department === event.who ? who : `${who}, ${department}`;
  const isStep = !staying.has(event.what);
  const state = nameOfState(slice, record.type, event.state);
  return (
    <li className={styles.entry} {...(isLast && { 'data-last': true })}>
      <p className={styles.timelineText}>{isStep ? state : event.text}</p>
      {isStep && event.text !== state && <p data-quiet>{event.text}</p>}
      {event.remark !== null && <blockquote className={styles.remark}>{event.remark}</blockquote>}
      {event.changes !== null && <Changes changes={event.changes} form={record.form} />}
      <p className={styles.meta}>
        {event.department !== null && <PersonPicture name={event.who} photo={event.photo} size={20} />} {by}
        {'\u00a0· '}
        <time dateTime={event.at}>{sayMoment(event.at, timeZone)}</time> ({sayRelative(event.at, timeZone)})
      </p>
    </li>
  );
}

interface ChangesProps {
  readonly changes: NonNullable<WireEvent['changes']>;
  /** Hash of the record's form. */
  readonly form: string | null;
}

/** The answers before and after, in the words of the form. Without its form they have no names. */
function Changes({ changes: { before, after }, form: hash }: ChangesProps) {
  const slice = useSlice();
  const { data: form } = useFormOf(hash);
  if (form === undefined) return null;
  const factsOf = (data: typeof before) =>
    new Map(groupFacts(form, data, slice).flatMap(({ facts }) => facts.map((fact) => [fact.name, fact])));
  const [old, now] = [factsOf(before), factsOf(after)];
  const titles = titlesOf(form);
  const lines = [...titles].flatMap(([name, title]) => {
    const [was, is] = [old.get(name)?.text ?? null, now.get(name)?.text ?? null];
    return was === is ? [] : [{ name, title, was, is }];
  });
  if (lines.length === 0) return null;
  return (
    <details className={styles.changes}>
      <summary>{text(recordMessages.answersChanged, { count: lines.length })}</summary>
      <ul>
        {lines.map(({ name, title, was, is }) => (
          <li key={name}>
            {title}: {was === null ? text(userMessages.nothingBefore) : <del>{was}</del>} →{' '}
            {is === null ? text(userMessages.nothingBefore) : <ins>{is}</ins>}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface NextStepsProps {
  readonly step: WireStep;
  readonly withWhom: string | null;
}

function Upcoming({ step, withWhom }: NextStepsProps) {
  return (
    <li className={styles.entry} data-upcoming>
      <p className={styles.timelineText}>
        {/* The dashed mark says it to those who see it. */}
        <span data-spoken>{text(recordMessages.upcoming)} </span>
        {step.title}
      </p>
      {withWhom !== null && <p className={styles.meta}>{withWhom}</p>}
    </li>
  );
}

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
