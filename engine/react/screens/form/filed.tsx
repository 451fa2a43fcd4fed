/** Said after filing: it has arrived, under which number, who has it now and by when. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { WireRecord } from '../../../portal/wire.ts';
import { sayDate } from '../../page/dates.ts';
import { useSession, useSlice } from '../../portal-context.ts';
import { usePageOf } from '../../records/use-page-of.ts';
import { nameOfRecord, waitsFor } from '../../records/words.ts';
import styles from './form.module.css';

export function Filed({ record }: { readonly record: WireRecord }) {
  const slice = useSlice();
  const { slug } = useSession();
  const pageOf = usePageOf();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const state = slice.recordTypes[record.type]?.states[record.state];
  const who = waitsFor(slice, record, slug);
  const page = pageOf(record);
  return (
    <div className={styles.filed}>
      <div className={styles.panel}>
        <h1 ref={heading} tabIndex={-1}>
          {nameOfRecord(slice, record)}: {state?.title.toLowerCase() ?? 'saved'}
        </h1>
        {record.number !== null && (
          <p>
            Your number is <strong className={styles.number}>{record.number}</strong>
          </p>
        )}
      </div>
      <h2>What happens next</h2>
      <p>
        {who === null ? 'Nothing more is needed from you now.' : `It is with: ${who}.`}
        {record.due !== null && ` Due by ${sayDate(record.due, slice.timeZone)}.`}
      </p>
      {page !== null && (
        <div>
          <Button component={Link} to={page}>
            Follow it
          </Button>
        </div>
      )}
    </div>
  );
}
