/** The bytes of a file; the last files stay in memory, so that nobody waits twice. */
import { useEffect, useState } from 'react';
import type { FileReference } from '../../portal/model/record.ts';
import type { Client } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { usePortal } from '../session/portal-context.ts';

export type PaperContent =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'there'; readonly blob: Blob };

type FileRequest = Promise<Blob | Problem>;

const loading: PaperContent = { state: 'loading' };

/** Files, not bytes: a paper has a few megabytes at most. */
const mostKept = 8;

/** Files above this are not read before somebody looks at them. */
const readAheadBytes = 4_000_000;

const kept = new WeakMap<Client, Map<string, FileRequest>>();

/** @returns the content, and a function that reads it again after a failure */
export function useFileContent(file: FileReference): readonly [PaperContent, () => void] {
  const { client } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const key = `${file.id} ${attempt}`;
  const [found, setFound] = useState<{ readonly key: string; readonly content: PaperContent } | null>(null);
  useEffect(() => {
    let isGone = false;
    void read(client, file.id).then((result) => {
      if (isGone) return;
      const content: PaperContent =
        result instanceof Blob ? { state: 'there', blob: result } : { state: 'failed', problem: result };
      setFound({ key, content });
    });
    return () => {
      isGone = true;
    };
  }, [client, file.id, key]);
  return [found?.key === key ? found.content : loading, () => setAttempt((count) => count + 1)];
}

/** What somebody does who works on a page, and does not only open it. */
const works = ['keydown', 'pointermove', 'scroll', 'touchstart'] as const;

/** Reads the files that somebody will probably look at next, once they do anything on the page. */
export function useReadAhead(files: readonly FileReference[]): void {
  const { client } = usePortal();
  const ids = files
    .filter(({ bytes }) => bytes <= readAheadBytes)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    const begun = new AbortController();
    const readAll = () => {
      begun.abort();
      for (const id of ids.split(' ').filter(Boolean)) void read(client, id);
    };
    for (const work of works)
      window.addEventListener(work, readAll, { capture: true, passive: true, signal: begun.signal });
    return () => begun.abort();
  }, [client, ids]);
}

/** The address of a blob while the component is on the page. */
export function useBlobAddress(blob: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives as long as the effect
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

function read(client: Client, id: string): FileRequest {
  const files = kept.get(client) ?? new Map<string, FileRequest>();
  kept.set(client, files);
  const known = files.get(id);
  files.delete(id);
  const reading = known ?? client.readFile('GET /files/:id/content', { params: { id } });
  files.set(id, reading);
  for (const oldest of [...files.keys()].slice(0, Math.max(0, files.size - mostKept))) files.delete(oldest);
  void reading.then((result) => {
    if (!(result instanceof Blob) && files.get(id) === reading) files.delete(id);
  });
  return reading;
}
