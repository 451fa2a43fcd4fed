/** In place of a form whose filing waits for a connection: what is changed now would not be in it. */
import { useEffect, useRef } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { KeptWrites, useKeptSteps } from '../../outbox/kept-writes.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortal } from '../../session/portal-context.ts';

interface KeptFilingEnds {
  /** It has been sent. */
  readonly onFiled: (record: WireRecord) => void;
  /** It was discarded or refused: the draft is as it was. */
  readonly onLeft: () => void;
}

/** @returns a filing waits, so the form is not shown */
export function useKeptFiling(record: WireRecord | null, { onFiled, onLeft }: KeptFilingEnds): boolean {
  const { client } = usePortal();
  const isKept = useKeptSteps(record).size > 0;
  const wasKept = useRef(false);
  useEffect(() => {
    const isOver = wasKept.current && !isKept;
    wasKept.current = isKept;
    if (!isOver || record === null) return;
    const { type, slug } = record;
    void client.send('GET /records/:type/:slug', { params: { type, slug } }).then((result) => {
      if (result.ok && result.value.state !== record.state) onFiled(result.value);
      else onLeft();
    });
  }, [client, isKept, onFiled, onLeft, record]);
  return isKept;
}

interface KeptFilingProps {
  readonly title: string;
  readonly record: WireRecord;
}

export function KeptFiling({ title, record: { type, slug } }: KeptFilingProps) {
  return (
    <>
      <PageHead title={title} />
      <KeptWrites line={`${type}/${slug}`} />
    </>
  );
}
