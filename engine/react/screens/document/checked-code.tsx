/** What the portal knows of the document with a code: the verdict, and the sheet for those who may see it. */
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { DocumentVerdict, WireDocumentCheck } from '../../../contract/documents.ts';
import { documentMessages } from '../../../locales/documents.ts';
import { useRead } from '../../data/hooks.ts';
import { DocumentSheet } from '../../documents/document-sheet.tsx';
import { sayDate, sayMoment } from '../../page/dates.ts';
import { LoadError, Placeholder } from '../../page/feedback.tsx';
import { usePortalState, useSession, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { Icon } from '../../theme/icons.tsx';
import styles from './check-result.module.css';

export function CheckedCode({ code }: { readonly code: string }) {
  // The statement is in the URL fragment, which browsers do not send.
  const statement = useLocation().hash.slice(1);
  const input = { params: { code }, query: { s: statement } };
  const { data, error, mutate } = useRead('GET /documents/:code', input, { isOpen: true });
  const isUnknown = error?.problem.kind === 'missing';
  return (
    <>
      {data === undefined && error === undefined && <Placeholder />}
      {error !== undefined && !isUnknown && <LoadError error={error} onRetry={() => void mutate()} />}
      {(data !== undefined || isUnknown) && <CheckResult check={data ?? null} code={code} />}
      {data !== undefined && data.verdict !== 'forged' && <Sheet code={code} isOpen={data.open} />}
    </>
  );
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
}

function CheckResult({ check, code }: CheckResultProps) {
  const slice = useSlice();
  const { token } = useSession();
  const [now] = useState(() => new Date().toISOString());
  const verdict = check?.verdict ?? 'nobody-knows';
  const { heading, reason, isGood } = words(slice.title)[verdict];
  return (
    <section className={styles.result} data-tone={isGood ? 'good' : 'bad'} aria-labelledby="verdict">
      <h2 id="verdict" className={styles.heading}>
        <Icon name={isGood ? 'check' : 'alert'} size={28} />
        {heading}
      </h2>
      <p>{reason}</p>
      {check !== null && <Facts check={check} timeZone={slice.timeZone} />}
      <p className={styles.note}>
        {text(documentMessages.checkedWithPortal, {
          code,
          moment: sayMoment(now, slice.timeZone),
          portal: slice.title,
        })}
        {check?.signed === false && token === null && ` ${text(documentMessages.codeWithoutSignature)}`}
      </p>
    </section>
  );
}

function Facts({ check, timeZone }: { readonly check: WireDocumentCheck; readonly timeZone: string }) {
  const { title, number, subject, issued_on: issued, valid_until: until } = check;
  const date = (iso: string | null): string | null => (iso === null ? null : sayDate(iso, timeZone));
  const facts: readonly (readonly [string, string | null])[] = [
    [text(documentMessages.documentTitle), title],
    [text(documentMessages.documentNumber), number],
    [text(documentMessages.issuedTo), subject],
    [text(documentMessages.issuedOn), date(issued)],
    [
      text(documentMessages.validUntilLabel),
      title === null ? null : (date(until) ?? text(documentMessages.validForever)),
    ],
  ];
  const said = facts.filter(([, value]) => value !== null);
  if (said.length === 0) return null;
  return (
    <dl className={styles.facts}>
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
  readonly isGood?: true;
}

function words(portal: string): Readonly<Record<DocumentVerdict | 'nobody-knows', ResultText>> {
  return {
    valid: {
      heading: text(documentMessages.verdictValid),
      reason: text(documentMessages.verdictValidReason),
      isGood: true,
    },
    expired: {
      heading: text(documentMessages.verdictExpired),
      reason: text(documentMessages.verdictExpiredReason),
    },
    suspended: {
      heading: text(documentMessages.stateSuspended),
      reason: text(documentMessages.verdictSuspendedReason),
    },
    revoked: {
      heading: text(documentMessages.stateRevoked),
      reason: text(documentMessages.verdictRevokedReason),
    },
    forged: {
      heading: text(documentMessages.verdictForged),
      reason: text(documentMessages.verdictForgedReason, { portal }),
    },
    unknown: {
      heading: text(documentMessages.verdictUnregistered),
      reason: text(documentMessages.verdictUnregisteredReason),
    },
    'nobody-knows': {
      heading: text(documentMessages.verdictUnknown),
      reason: text(documentMessages.verdictUnknownReason, {
        portal,
      }),
    },
  };
}
