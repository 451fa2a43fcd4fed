/** In place of a form whose filing waits for a connection: what is changed now would not be in it. */
import { useEffect, useRef } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { KeptWrites, useKeptSteps } from '../../outbox/kept-writes.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortal } from '../../session/portal-context.ts';

/**
 * @param onFiled called when it has been sent
 * @returns a filing waits, so the form is not shown
 */
export function useKeptFiling(record: WireRecord | null, onFiled: (record: WireRecord) => void): boolean {
  const { client } = usePortal();
  const isKept = useKeptSteps(record).size > 0;
  const wasKept = useRef(false);
  useEffect(() => {
    const isOver = wasKept.current && !isKept;
    wasKept.current = isKept;
    if (!isOver || record === null) return;
    const { type, slug } = record;
    void client.send('GET /records/:type/:slug', { params: { type, slug } }).then((result) => {
      // A discarded or refused filing leaves the draft as it was.
      if (result.ok && result.value.state !== record.state) onFiled(result.value);
    });
  }, [client, isKept, onFiled, record]);
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
