/** A new record that is a draft first: goes on with one's own, or begins one, and files it. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WireRecord } from '../../../portal/wire.ts';
import { useFirstRecords, useRecord } from '../../api/hooks.ts';
import { PageHead } from '../../page/page-head.tsx';
import { sayMoment } from '../../page/dates.ts';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { useSlice } from '../../portal-context.ts';
import { DraftForm } from './draft-form.tsx';
import styles from './form.module.css';

interface DraftPageProps {
  readonly title: string;
  readonly type: string;
  readonly parent: string | null;
  /** State of a draft. */
  readonly initial: string;
}

export function DraftPage({ title, type, parent, initial }: DraftPageProps) {
  const [search, setSearch] = useSearchParams();
  const named = search.get('record');
  // Read once: a draft that this page makes is not one to go on with.
  const [asked] = useState(() => named);
  const [isNew, setIsNew] = useState(false);
  const own = useRecord(type, asked);
  const latest = useFirstRecords(
    asked === null ? { type, parent, filters: { state: initial }, sort: '-updated', limit: 1 } : null,
  );
  const error = asked === null ? latest.error : own.error;
  const isLoading = asked === null ? latest.data === undefined : own.data === undefined;
  if (error !== undefined && isLoading) {
    return (
      <>
        <PageHead title={title} />
        <Trouble error={error} onRetry={() => void (asked === null ? latest : own).mutate()} />
      </>
    );
  }
  if (isLoading) {
    return (
      <>
        <PageHead title={title} />
        <Waiting />
      </>
    );
  }
  const found = asked === null ? latest.data?.items[0] : own.data;
  const record = isNew || found?.editable !== true ? null : found;
  const remember = (made: WireRecord) => setSearch({ record: made.slug }, { replace: true });
  return (
    <>
      <DraftForm
        key={record?.slug ?? 'new'}
        title={title}
        type={type}
        parent={parent}
        record={record}
        onCreate={remember}
        note={
          record !== null && asked === null ? (
            <Resumed record={record} onRestart={() => setIsNew(true)} />
          ) : null
        }
      />
    </>
  );
}

function Resumed({ record, onRestart }: { readonly record: WireRecord; readonly onRestart: () => void }) {
  const { timeZone } = useSlice();
  return (
    <p className={styles.note}>
      You go on with what you began on {sayMoment(record.created_at, timeZone)}.{' '}
      <Button variant="subtle" size="compact-sm" onClick={onRestart}>
        Begin another one
      </Button>
    </p>
  );
}
