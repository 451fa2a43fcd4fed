/** A receipt of what was filed, to save or print: one page with the number, what was sent, by when, and whom to ask. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { WireRecord } from '../../../contract/record.ts';
import { formMessages } from '../../../locales/forms.ts';
import { recordMessages } from '../../../locales/records.ts';
import { startMessages } from '../../../locales/start.ts';
import { nameOfRecord, nameOfState } from '../../facts/words.ts';
import { show } from '../../language/tell.ts';
import { text } from '../../language/text.ts';
import { sayDate, sayMoment } from '../../page/dates.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { Seal } from '../../shell/seal.tsx';
import { listedRows } from '../answers/listed-rows.ts';
import { sayAmount } from '../status/record-head.tsx';
import { sayAnswerDue, sayHolder } from '../status/record-holder.ts';
import { WhomToAsk } from '../status/whom-to-ask.tsx';
import styles from '../records.module.css';

export function Receipt({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const { pathname } = useLocation();
  return (
    <article className={styles.receipt}>
      <p className={styles.portal}>
        <Seal />
        {slice.title}
      </p>
      <PageHead
        title={text(recordMessages.receipt, { name: nameOfRecord(slice, record) })}
        actions={
          <>
            <Button component={Link} to={pathname} variant="default" className={styles.back}>
              {text(formMessages.back)}
            </Button>
            <Button onClick={() => window.print()}>{text(startMessages.print)}</Button>
          </>
        }
      />
      <dl className={styles.facts}>
        <Facts record={record} />
        <Papers items={record.items} />
        <Fact title={text(recordMessages.receiptAddress)}>{`${window.location.origin}${pathname}`}</Fact>
      </dl>
      <WhomToAsk record={record} />
    </article>
  );
}

function Facts({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const { timeZone } = slice;
  const [today] = useState(() => new Date().toISOString());
  const next = [sayHolder(slice, record), sayAnswerDue(slice, record)].filter((said) => said !== null);
  const facts: readonly (readonly [string, string | null])[] = [
    [text(recordMessages.receiptNumber), record.number],
    [
      text(recordMessages.receiptFiled),
      record.filed_at === null ? null : sayMoment(record.filed_at, timeZone),
    ],
    [text(recordMessages.receiptFiledBy), record.owner_name],
    ...listedRows(slice, record)
      .filter(({ value }) => !ownLines.includes(value))
      .map(({ title, said }) => [title, said] as const),
    [text(recordMessages.receiptAmount), sayAmount(slice, record)],
    [
      text(recordMessages.receiptState, { date: sayDate(today, timeZone) }),
      nameOfState(slice, record.type, record.state),
    ],
    [text(formMessages.whatHappensNext), next.length === 0 ? null : next.join(' ')],
  ];
  return facts.map(
    ([title, said]) =>
      said !== null && (
        <Fact key={title} title={title}>
          {said}
        </Fact>
      ),
  );
}

/** Columns of lists that the receipt shows in its own words, or not at all. */
const ownLines = ['owner', 'office', 'updated', 'created', 'filed', 'since'];

function Papers({ items }: Pick<WireRecord, 'items'>) {
  const sent = items.filter(({ files }) => files.length > 0);
  if (sent.length === 0) return null;
  return (
    <Fact title={text(recordMessages.receiptPapers)}>
      <ul>
        {sent.map(({ id, title, files }) => (
          <li key={id}>
            {title}
            {files.map((file) => (
              <span key={file.id} className={styles.files}>
                {file.name} ({show({ bytes: file.bytes })})
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
