/** What is known of a document, in one look: a word, a reason, and what to compare with the paper in hand. */
import { useState } from 'react';
import type { DocumentVerdict, WireDocumentCheck } from '../../../portal/wire-document.ts';
import { sayDate, sayMoment } from '../../page/dates.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { Icon } from '../../shell/icons.tsx';
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
  const { heading, text, isGood } = words(slice.title)[verdict];
  return (
    <section className={styles.result} data-tone={isGood ? 'good' : 'bad'} aria-labelledby="verdict">
      <h2 id="verdict" className={styles.heading}>
        <Icon name={isGood ? 'check' : 'alert'} size={28} />
        {heading}
      </h2>
      <p>{text}</p>
      {check !== null && <Facts check={check} timeZone={slice.timeZone} />}
      <p className={styles.note}>
        Code {code}. Checked {sayMoment(now, slice.timeZone)} with {slice.title}.
        {check?.signed === false &&
          token === null &&
          ' The code was typed or copied without its signature: compare every line.'}
      </p>
    </section>
  );
}

function Facts({ check, timeZone }: { readonly check: WireDocumentCheck; readonly timeZone: string }) {
  const { title, number, subject, issued_on: issued, valid_until: until } = check;
  const date = (iso: string | null): string | null => (iso === null ? null : sayDate(iso, timeZone));
  const facts: readonly (readonly [string, string | null])[] = [
    ['Document', title],
    ['Number', number],
    ['Issued to', subject],
    ['Issued on', date(issued)],
    ['Valid until', title === null ? null : (date(until) ?? 'For good')],
  ];
  const said = facts.filter(([, text]) => text !== null);
  if (said.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {said.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Said {
  readonly heading: string;
  readonly text: string;
  readonly isGood?: true;
}

function words(portal: string): Readonly<Record<DocumentVerdict | 'nobody-knows', Said>> {
  return {
    valid: {
      heading: 'Genuine and valid',
      text: 'Compare these lines with the paper that you were shown.',
      isGood: true,
    },
    expired: { heading: 'Genuine, but expired', text: 'It was issued here, and its time is over.' },
    suspended: {
      heading: 'Suspended',
      text: 'It was issued here and does not count for the time being. Ask the office that issued it.',
    },
    revoked: {
      heading: 'Revoked',
      text: 'It was issued here and was taken back. It does not count any more.',
    },
    forged: {
      heading: 'Not genuine',
      text: `What this code says was not signed by ${portal}, or was changed afterwards. Do not accept the paper.`,
    },
    unknown: {
      heading: 'Not in the register',
      text: 'It bears a good signature, but is not in the register. Ask the office before you accept it.',
    },
    'nobody-knows': {
      heading: 'Unknown',
      text: `No document of ${portal} has this code. Look whether it was typed as it is printed.`,
    },
  };
}
