/** The page after filing: what was filed, where to go next, and what is missing. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { formMessages } from '../../../locales/forms.ts';
import { recordMessages } from '../../../locales/records.ts';
import { pathOf } from '../../../portal/routing/links.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { WireRecord } from '../../../contract/record.ts';
import { isDraft, nameOfRecord } from '../../facts/words.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { usePageOf } from '../../records/links/pages.ts';
import { Children } from '../../records/parts/children.tsx';
import { missingOf, sayAnswerDue } from '../../records/status/record-holder.ts';
import { useVisitor } from '../../shell/navigation.ts';
import { textAround } from '../../language/text-around.tsx';
import { text } from '../../language/text.ts';
import { FiledNext } from './filed-next.tsx';
import styles from '../screens.module.css';

/**
 * @returns a function that gives the path of that page, or null if the form is all that is needed or the draft has no
 * page
 */
export function usePapersPage(): (record: WireRecord | null) => string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  return useCallback(
    (record) => {
      if (record === null || missingOf(record).titles.length === 0) return null;
      return pathOf({ portal: slice, visitor }, record);
    },
    [slice, visitor],
  );
}

export interface Visit {
  /** Used as a React key. */
  readonly id: string;
  /** Slug of the record in the URL. */
  readonly named: string | null;
  /** Puts a record into the URL, so that a reload and a sign-in return to it. */
  name(slug: string): void;
}

export function useVisit(): Visit {
  const { key, state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const id = visitIn(state) ?? key;
  return {
    id,
    named: search.get('record'),
    name: useCallback(
      (slug) => setSearch({ record: slug }, { replace: true, state: { visit: id } }),
      [id, setSearch],
    ),
  };
}

function visitIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('visit' in state)) return null;
  return typeof state.visit === 'string' ? state.visit : null;
}

interface ConfirmationProps {
  readonly title: string;
  /** In the panel, under the title. */
  readonly panel: ReactNode;
  /** What happens next. */
  readonly children: ReactNode;
  /** The result, as wide as the page. */
  readonly below?: ReactNode;
}

export function Confirmation({ title, panel, children, below }: ConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className={styles.confirmation}>
      <div className={styles.panel}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {panel}
      </div>
      <section className={styles.next}>
        <h2>{text(formMessages.whatHappensNext)}</h2>
        {children}
      </section>
      {below}
    </div>
  );
}

interface FiledProps {
  readonly record: WireRecord;
  /** The next task, if there is one. */
  readonly next?: ReactNode;
  /** The secret link to the record, if there is one. */
  readonly follow?: ReactNode;
}

export function Filed({ record, next = false, follow = false }: FiledProps) {
  const slice = useSlice();
  const isKnown = useSession().token !== null;
  const page = usePageOf()(record);
  const recordType = slice.recordTypes[record.type];
  const state = recordType?.states[record.state];
  const name = nameOfRecord(slice, record);
  // Items are still to be sent only while the record waits for its owner in its first state.
  const isSent = state !== undefined && !isDraft(slice, record);
  return (
    <Confirmation
      title={isSent ? text(formMessages.filingReceived, { name }) : text(formMessages.filingSaved, { name })}
      panel={
        <>
          {record.number !== null && (
            <p>
              {textAround(formMessages.yourNumber, {
                number: <strong className={styles.number}>{record.number}</strong>,
              })}
            </p>
          )}
          {state !== undefined && <p>{text(formMessages.filingState, { state: state.title })}</p>}
        </>
      }
      below={
        <>
          <FiledNext record={record} />
          {isKnown && <Children record={record} />}
        </>
      }
    >
      {next !== false && <p>{next}</p>}
      <p>{sayNext(slice, record, isKnown)}</p>
      {!isKnown && record.number !== null && <p>{text(formMessages.keepYourNumber)}</p>}
      {follow}
      {page !== null && (
        <div>
          <Button component={Link} to={page}>
            {text(formMessages.followFiling)}
          </Button>
        </div>
      )}
    </Confirmation>
  );
}

/** @param isKnown the visitor is signed in, and can return later */
function sayNext(slice: PortalSlice, record: WireRecord, isKnown: boolean): string {
  const next = sayTurn(record, isKnown);
  const due = sayAnswerDue(slice, record);
  return due === null ? next : `${next} ${due}`;
}

function sayTurn(record: WireRecord, isKnown: boolean): string {
  const waiting = record.waits_for;
  switch (waiting?.who) {
    case undefined:
      return text(recordMessages.nothingMoreNeeded);
    case 'parts':
      return text(recordMessages.madeOfPartsBelow);
    case 'you':
      return text(recordMessages.waitsForYou);
    default: {
      const office = waiting?.title ?? text(recordMessages.office);
      return isKnown
        ? text(recordMessages.withOfficeChangesShown, { office })
        : text(recordMessages.withOfficeNow, { office });
    }
  }
}
