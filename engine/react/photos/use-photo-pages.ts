/** The pages that somebody photographs: each is kept on the device with its edits until it is sent. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type KeptFile, type KeptFiles, pageMark } from '../chosen-files/kept-files.ts';
import { wholePicture } from './corners.ts';
import { editOf } from './page-edit.ts';
import { type Darkroom, openDarkroom } from './open-darkroom.ts';
import type { LookedAt, MadePage, PageEdit, PageLimits } from './photo-tasks.ts';

export interface PhotoPage {
  readonly id: number;
  /** In the browser's database. */
  readonly key: string;
  readonly photo: File;
  readonly edit: PageEdit;
  /** Null: it is being decoded. */
  readonly look: LookedAt | null;
  /** The page as it will be sent; null: it is being made. */
  readonly made: MadePage | null;
  readonly isBroken: boolean;
}

/** A page is made when its edits have rested this long. */
const rest = 350;

/** @param begun pages that were not sent last time */
export function usePhotoPages(kept: KeptFiles, limits: PageLimits, begun: readonly KeptFile[]) {
  const [pages, setPages] = useState<readonly PhotoPage[]>([]);
  const [darkroom] = useState(openDarkroom);
  const count = useRef(0);
  useEffect(() => () => darkroom.close(), [darkroom]);
  const change = useCallback((id: number, values: Partial<PhotoPage>) => {
    setPages((all) => all.map((page) => (page.id === id ? { ...page, ...values } : page)));
  }, []);
  const make = useMaking({ darkroom, limits, kept, change });

  const open = useCallback(
    async ({ key, file, edit: written }: KeptFile) => {
      count.current += 1;
      const id = count.current;
      const known = editOf(written);
      const edit = known ?? { corners: wholePicture, turns: 0 };
      setPages((all) => [...all, { id, key, photo: file, edit, look: null, made: null, isBroken: false }]);
      try {
        const look = await darkroom.look(file);
        const found = known ?? { corners: look.corners ?? wholePicture, turns: 0 };
        change(id, { look, edit: found });
        make({ id, key, photo: file }, found, 0);
      } catch {
        change(id, { isBroken: true });
      }
    },
    [change, darkroom, make],
  );

  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    for (const one of begun) void open(one);
  }, [begun, open]);

  return {
    pages,
    darkroom,
    async add(photos: readonly File[]) {
      for (const file of photos) void open({ key: await kept.add(file, pageMark), file, edit: pageMark });
    },
    edit(page: PhotoPage, edit: PageEdit) {
      change(page.id, { edit, made: null });
      make(page, edit, rest);
    },
    remove(page: PhotoPage) {
      page.look?.preview.close();
      void kept.remove(page.key);
      setPages((all) => all.filter(({ id }) => id !== page.id));
    },
    /** @param by -1: one page earlier */
    move(page: PhotoPage, by: -1 | 1) {
      setPages((all) => {
        const from = all.findIndex(({ id }) => id === page.id);
        const others = all.filter(({ id }) => id !== page.id);
        return others.toSpliced(Math.min(others.length, Math.max(0, from + by)), 0, page);
      });
    },
  };
}

/** The last edit of a page counts; what was made of an earlier one is dropped. */
function useMaking({
  darkroom,
  limits: { side, quality },
  kept,
  change,
}: {
  readonly darkroom: Darkroom;
  readonly limits: PageLimits;
  readonly kept: KeptFiles;
  readonly change: (id: number, values: Partial<PhotoPage>) => void;
}) {
  const latest = useRef(new Map<number, PageEdit>());
  return useCallback(
    ({ id, key, photo }: Pick<PhotoPage, 'id' | 'key' | 'photo'>, edit: PageEdit, pause: number) => {
      latest.current.set(id, edit);
      setTimeout(async () => {
        if (latest.current.get(id) !== edit) return;
        void kept.change(key, photo, { ...pageMark, ...edit });
        try {
          const made = await darkroom.make(photo, edit, { side, quality });
          if (latest.current.get(id) === edit) change(id, { made });
        } catch {
          change(id, { isBroken: true });
        }
      }, pause);
    },
    [change, darkroom, kept, quality, side],
  );
}
