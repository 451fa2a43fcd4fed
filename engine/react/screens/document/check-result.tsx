/** What is known of a document, in one look: a word, a reason, and what to compare with the paper in hand. */
import { useState } from 'react';
import type { DocumentVerdict, WireDocumentCheck } from '../../../portal/wire-document.ts';
import { sayDate, sayMoment } from '../../page/dates.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { Icon } from '../../shell/icons.tsx';
import { text } from '../../text.ts';
import styles from './check-result.module.css';

interface CheckResultProps {
  /** Null: nobody knows the code. */
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
        {text('Code {code}. Checked {moment} with {portal}.', {
          code,
          moment: sayMoment(now, slice.timeZone),
          portal: slice.title,
        })}
        {check?.signed === false &&
          token === null &&
          ` ${text('The code was typed or copied without its signature: compare every line.')}`}
      </p>
    </section>
  );
}

function Facts({ check, timeZone }: { readonly check: WireDocumentCheck; readonly timeZone: string }) {
  const { title, number, subject, issued_on: issued, valid_until: until } = check;
  const date = (iso: string | null): string | null => (iso === null ? null : sayDate(iso, timeZone));
  const facts: readonly (readonly [string, string | null])[] = [
    [text('Document'), title],
    [text('Number'), number],
    [text('Issued to'), subject],
    [text('Issued on'), date(issued)],
    [text('Valid until'), title === null ? null : (date(until) ?? text('For good'))],
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

interface Said {
  readonly heading: string;
  readonly reason: string;
  readonly isGood?: true;
}

function words(portal: string): Readonly<Record<DocumentVerdict | 'nobody-knows', Said>> {
  return {
    valid: {
      heading: text('Genuine and valid'),
      reason: text('Compare these lines with the paper that you were shown.'),
      isGood: true,
    },
    expired: {
      heading: text('Genuine, but expired'),
      reason: text('It was issued here, and its time is over.'),
    },
    suspended: {
      heading: text('Suspended'),
      reason: text(
        'It was issued here and does not count for the time being. Ask the office that issued it.',
      ),
    },
    revoked: {
      heading: text('Revoked'),
      reason: text('It was issued here and was taken back. It does not count any more.'),
    },
    forged: {
      heading: text('Not genuine'),
      reason: text(
        'What this code says was not signed by {portal}, or was changed afterwards. Do not accept the paper.',
        { portal },
      ),
    },
    unknown: {
      heading: text('Not in the register'),
      reason: text(
        'It bears a good signature, but is not in the register. Ask the office before you accept it.',
      ),
    },
    'nobody-knows': {
      heading: text('Unknown'),
      reason: text('No document of {portal} has this code. Look whether it was typed as it is printed.', {
        portal,
      }),
    },
  };
}
