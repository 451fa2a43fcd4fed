/** The running uploads of a checklist item or a message, as the page shows them. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileReference } from '../../portal/model/record.ts';
import { alone, isKept, type KeptFile, type KeptFiles } from '../chosen-files/kept-files.ts';
import type { UploadTarget } from './upload.ts';

export interface UploadState {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  /** The server cannot be reached: the upload goes on by itself. */
  readonly isWaiting: boolean;
  readonly error: string | null;
}

interface UploadsOptions extends UploadTarget {
  /** Keeps each file on the device until the server has it. */
  readonly kept: KeptFiles;
  readonly onDone: (file: FileReference) => void;
}

export function useUploads(options: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly UploadState[]>([]);
  const cancelById = useRef(new Map<number, () => Promise<void>>());
  const count = useRef(0);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const change = useCallback((id: number, values: Partial<UploadState>) => {
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...values } : each)));
  }, []);
  const remove = useCallback((id: number) => {
    cancelById.current.delete(id);
    setUploads((all) => all.filter((each) => each.id !== id));
  }, []);

  /** Sends a file that is kept under this key. */
  const begin = useCallback(
    async ({ file, key }: Pick<KeptFile, 'file' | 'key'>) => {
      count.current += 1;
      const id = count.current;
      const { kept } = latest.current;
      setUploads((all) => [...all, { id, name: file.name, share: 0, isWaiting: false, error: null }]);
      cancelById.current.set(id, () => kept.remove(key));
      await alone(key, async () => {
        // Another window has sent it, or it was cancelled while it waited.
        if (key !== '' && !(await isKept(key))) return remove(id);
        const { startUpload } = await import('./upload.ts');
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        const upload = await startUpload(latest.current, file, {
          onProgress: (sent, total) =>
            change(id, { share: total === 0 ? 1 : sent / total, isWaiting: false }),
          onWaiting: () => change(id, { isWaiting: true }),
          onError(error, isFinal) {
            change(id, { error, isWaiting: false });
            if (isFinal) void kept.remove(key);
            end();
          },
          onDone(fileId) {
            void kept.remove(key);
            remove(id);
            latest.current.onDone({ id: fileId, name: file.name, type: file.type, bytes: file.size });
            end();
          },
        });
        cancelById.current.set(id, async () => {
          await kept.remove(key);
          await upload.cancel();
          end();
        });
        await ended;
      });
    },
    [change, remove],
  );

  const add = useCallback(
    async (file: File) => begin({ file, key: await latest.current.kept.add(file) }),
    [begin],
  );

  const cancel = useCallback(
    async (id: number) => {
      await cancelById.current.get(id)?.();
      remove(id);
    },
    [remove],
  );

  return { uploads, add, begin, cancel };
}
