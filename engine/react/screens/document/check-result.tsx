/** The result of a document check: a word, a reason, and the values to compare with the paper. */
import { useState } from 'react';
import type { DocumentVerdict, WireDocumentCheck } from '../../../contract/documents.ts';
import { sayDate, sayMoment } from '../../page/dates.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { Icon } from '../../theme/icons.tsx';
import { text } from '../../text.ts';
import styles from './check-result.module.css';
import { documentMessages } from '../../../locales/documents.ts';

interface CheckResultProps {
  /** Null: the code is unknown. */
  readonly check: WireDocumentCheck | null;
  readonly code: string;
}

export function CheckResult({ check, code }: CheckResultProps) {
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
