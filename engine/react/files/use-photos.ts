/** The photos of an item that are being made into pages, now or since the last visit. */
import { useCallback, useEffect, useState } from 'react';
import { isKeptPage, type KeptFile, type KeptFiles } from '../chosen-files/kept-files.ts';

interface PhotoDesk {
  /** Not sent yet. */
  readonly waiting: readonly KeptFile[];
  /** In the editor; null: it is closed. */
  readonly open: readonly KeptFile[] | null;
}

/** @param resume called once with the files whose upload was interrupted */
export function usePhotos(kept: KeptFiles, resume: (file: KeptFile) => void) {
  const [desk, setDesk] = useState<PhotoDesk>({ waiting: [], open: null });
  const read = useCallback(async () => {
    const waiting = (await kept.list()).filter(isKeptPage);
    setDesk({ waiting, open: null });
  }, [kept]);
  useEffect(() => {
    let isGone = false;
    void kept.list().then((all) => {
      if (isGone) return;
      setDesk({ waiting: all.filter(isKeptPage), open: null });
      for (const file of all) if (!isKeptPage(file)) resume(file);
    });
    return () => {
      isGone = true;
    };
  }, [kept, resume]);
  return {
    ...desk,
    /** Opens the editor with these photos, after those of the last time. */
    edit: (photos: readonly KeptFile[]) =>
      setDesk(({ waiting }) => ({ waiting, open: [...waiting, ...photos] })),
    close: () => void read(),
    async discard() {
      for (const { key } of desk.waiting) await kept.remove(key);
      await read();
    },
  };
}
