/** The running uploads of a checklist item or a message, as the page shows them. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileReference } from '../../portal/model/record.ts';
import type { RunningUpload, UploadTarget } from './upload.ts';

export interface UploadState {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly error: string | null;
}

interface UploadsOptions extends UploadTarget {
  readonly onDone: (file: FileReference) => void;
}

export function useUploads(options: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly UploadState[]>([]);
  const running = useRef(new Map<number, RunningUpload>());
  const count = useRef(0);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const change = useCallback((id: number, values: Partial<UploadState>) => {
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...values } : each)));
  }, []);
  const remove = useCallback((id: number) => {
    running.current.delete(id);
    setUploads((all) => all.filter((each) => each.id !== id));
  }, []);

  const add = useCallback(
    async (file: File) => {
      count.current += 1;
      const id = count.current;
      setUploads((all) => [...all, { id, name: file.name, share: 0, error: null }]);
      const { startUpload } = await import('./upload.ts');
      const upload = await startUpload(latest.current, file, {
        onProgress: (sent, total) => change(id, { share: total === 0 ? 1 : sent / total }),
        onError: (error) => change(id, { error }),
        onDone(fileId) {
          remove(id);
          latest.current.onDone({ id: fileId, name: file.name, type: file.type, bytes: file.size });
        },
      });
      running.current.set(id, upload);
    },
    [change, remove],
  );

  const cancel = useCallback(
    async (id: number) => {
      await running.current.get(id)?.cancel();
      remove(id);
    },
    [remove],
  );

  return { uploads, add, cancel };
}
