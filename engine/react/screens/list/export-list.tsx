/** Saves the rows of a list as a spreadsheet file. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { listInput, useRecords, type RecordQuery } from '../../api/hooks.ts';
import { usePortal } from '../../portal-context.ts';
import { text } from '../../text.ts';
import { listMessages } from '../../../locales/lists.ts';

/** Fewer rows are easy to read on the page. */
const least = 5;

export function ExportList({ query }: { readonly query: RecordQuery }) {
  const { client } = usePortal();
  const { data } = useRecords(query);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async (): Promise<void> => {
    setState('busy');
    try {
      const address = client.addressOf('GET /records/:type/export.csv', listInput(query));
      const response = await fetch(address, { headers: client.headers() });
      if (!response.ok) throw new Error(String(response.status));
      download(await response.blob(), `${query.type}.csv`);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  if ((data?.[0]?.total ?? 0) < least) return null;
  return (
    <Button variant="default" loading={state === 'busy'} onClick={() => void save()}>
      {state === 'failed' ? text(listMessages.exportFailed) : text(listMessages.export)}
    </Button>
  );
}

/** The call carries a token in its header, which a plain link cannot. */
function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
