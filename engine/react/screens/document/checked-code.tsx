/** What the portal knows of the document with a code: the verdict, and the sheet for those who may see it. */
import { IconCheck, IconClock, IconX, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import useSWR from 'swr';
import type { DocumentVerdict, WireDocumentCheck } from '../../../contract/documents.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { localDate } from '../../../portal/time/working-days.ts';
import { useRead } from '../../data/hooks.ts';
import { DocumentSheet } from '../../documents/document-sheet.tsx';
import { sayDate, sayMoment } from '../../page/dates.ts';
import { LoadError, Placeholder } from '../../page/feedback.tsx';
import { usePortal, usePortalState, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icon.tsx';
import { type CheckedHere, checkHere } from './check-here.ts';
import styles from '../screens.module.css';

export function CheckedCode({ code }: { readonly code: string }) {
  // The statement is in the URL fragment, which browsers do not send.
  const statement = useLocation().hash.slice(1);
  const input = { params: { code }, query: { s: statement } };
  const { data, error, mutate } = useRead('GET /documents/:code', input, { isOpen: true });
  const isUnknown = error?.problem.kind === 'missing';
  const isAway = error?.problem.kind === 'offline';
  const here = useCheckHere(isAway && statement !== '' ? { code, statement } : null);
  const isLoading = error === undefined ? data === undefined : here === undefined;
  return (
    <>
      {isLoading && <Placeholder />}
      {here !== undefined && here !== null && (
        <CheckResult check={here.check} code={code} listedAt={here.listedAt} />
      )}
      {error !== undefined && !isUnknown && !isLoading && here === null && (
        <LoadError error={error} onRetry={() => void mutate()} />
      )}
      {(data !== undefined || isUnknown) && <CheckResult check={data ?? null} code={code} />}
      {data !== undefined && data.verdict !== 'forged' && <Sheet code={code} isOpen={data.open} />}
    </>
  );
}

/** @returns undefined while it is checked; null: it cannot be checked here, or nothing is asked */
function useCheckHere(asked: { readonly code: string; readonly statement: string } | null) {
  const { client } = usePortal();
  const { timeZone } = useSlice();
  const { data } = useSWR<CheckedHere | null>(
    asked === null ? null : ['checked-here', asked.code, asked.statement],
    () => (asked === null ? null : checkHere(client, { ...asked, today: localDate(Date.now(), timeZone) })),
  );
  return asked === null ? null : data;
}

/** A forbidden document reveals nothing more. */
function Sheet({ code, isOpen }: { readonly code: string; readonly isOpen: boolean }) {
  const isSignedIn = usePortalState((state) => state.session.token !== null);
  const input = isOpen || isSignedIn ? { params: { code } } : null;
  const { data } = useRead('GET /documents/:code/sheet', input, { isOpen });
  return data === undefined ? null : <DocumentSheet sheet={data} />;
}

interface CheckResultProps {
  /** Null: the code is unknown. */
  readonly check: WireDocumentCheck | null;
  readonly code: string;
  /** Checked without a connection, with the list of this moment. */
  readonly listedAt?: string;
}

function CheckResult({ check, code, listedAt }: CheckResultProps) {
  const slice = useSlice();
  const [now] = useState(() => new Date().toISOString());
  const verdict = check?.verdict ?? 'nobody-knows';
  const { heading, reason, tone } = words(slice.title, dayOf(check, slice.timeZone))[verdict];
  return (
    <section className={styles.result} data-tone={tone} aria-labelledby="verdict">
      <h2 id="verdict" className={styles.heading}>
        <Icon of={icons[tone]} size={44} />
        {heading}
      </h2>
      <p>{reason}</p>
      {check !== null && <Facts check={check} timeZone={slice.timeZone} />}
      {check?.photo !== null && check?.photo !== undefined && (
        <img className={styles.photo} src={check.photo} alt={text(documentMessages.photoOfPlace)} />
      )}
      {check?.reporting !== null && check?.reporting !== undefined && (
        <div className={styles.report}>
          <h3>{text(documentMessages.howToReport)}</h3>
          <p>{check.reporting}</p>
        </div>
      )}
      <p className={styles.print}>
        {listedAt === undefined
          ? text(documentMessages.checkedWithPortal, {
              code,
              moment: sayMoment(now, slice.timeZone),
              portal: slice.title,
            })
          : text(documentMessages.checkedHere, { code, moment: sayMoment(listedAt, slice.timeZone) })}
        {check?.signed === false && ` ${text(documentMessages.codeWithoutSignature)}`}
      </p>
    </section>
  );
}

function Facts({ check, timeZone }: { readonly check: WireDocumentCheck; readonly timeZone: string }) {
  const { title, number, subject, office, compare, issued_on: issued, valid_until: until } = check;
  const date = (iso: string | null): string | null => (iso === null ? null : sayDate(iso, timeZone));
  const facts: readonly (readonly [string, string | null])[] = [
    [text(documentMessages.issuedTo), subject],
    ...compare.map((row) => [row.label, row.text] as const),
    [text(documentMessages.documentTitle), title],
    [text(documentMessages.documentNumber), number],
    [text(documentMessages.issuedOn), date(issued)],
    [
      text(documentMessages.validUntilLabel),
      title === null ? null : (date(until) ?? text(documentMessages.validForever)),
    ],
    [text(documentMessages.issuedBy), office],
  ];
  const said = facts.filter(([, value]) => value !== null);
  if (said.length === 0) return null;
  return (
    <dl className={styles.facts} aria-label={text(documentMessages.compareWithPaper)}>
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ResultText {
  readonly heading: string;
  readonly reason: string;
  readonly tone: ResultTone;
}

type ResultTone = 'good' | 'over' | 'bad';

/** Never color alone: each tone has an icon, and the heading is a word. */
const icons: Readonly<Record<ResultTone, TablerIcon>> = { good: IconCheck, over: IconClock, bad: IconX };

/** The last day of the document in words; null: it has none. */
function dayOf(check: WireDocumentCheck | null, timeZone: string): string | null {
  const until = check?.valid_until ?? null;
  return until === null ? null : sayDate(until, timeZone);
}

/** @param until the last day in words */
function words(
  portal: string,
  until: string | null,
): Readonly<Record<DocumentVerdict | 'nobody-knows', ResultText>> {
  return {
    valid: {
      heading: text(documentMessages.verdictValid),
      reason: text(documentMessages.verdictValidReason),
      tone: 'good',
    },
    expired: {
      heading:
        until === null
          ? text(documentMessages.verdictExpired)
          : text(documentMessages.verdictExpiredOn, { date: until }),
      reason: text(documentMessages.verdictExpiredReason),
      tone: 'over',
    },
    suspended: {
      heading: text(documentMessages.stateSuspended),
      reason: text(documentMessages.verdictSuspendedReason),
      tone: 'over',
    },
    revoked: {
      heading: text(documentMessages.stateRevoked),
      reason: text(documentMessages.verdictRevokedReason),
      tone: 'bad',
    },
    forged: {
      heading: text(documentMessages.verdictForged),
      reason: text(documentMessages.verdictForgedReason, { portal }),
      tone: 'bad',
    },
    unknown: {
      heading: text(documentMessages.verdictUnregistered),
      reason: text(documentMessages.verdictUnregisteredReason),
      tone: 'bad',
    },
    'nobody-knows': {
      heading: text(documentMessages.verdictUnknown),
      reason: text(documentMessages.verdictUnknownReason, { portal }),
      tone: 'bad',
    },
  };
}
