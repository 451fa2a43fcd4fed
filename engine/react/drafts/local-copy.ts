/** The copy of unsent answers in the browser, kept until the server has them. */
import { useEffect, useMemo } from 'react';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { currentLanguage } from '../language/text.ts';
import { useSession } from '../session/portal-context.ts';

export interface LocalCopy {
  /** Answers that the server does not have yet; null clears one. */
  read(): Answers;
  /** Stores these answers; an empty set removes the copy. */
  write(answers: Answers): void;
}

/** If the device refuses storage, nothing is stored and nothing fails. */
export function localCopy(key: string, storage: Storage = window.localStorage): LocalCopy {
  const name = `portal.draft.${key}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(name) ?? '{}');
        return isMapping(kept) ? kept : {};
      } catch {
        return {};
      }
    },
    write(answers) {
      try {
        if (Object.keys(answers).length === 0) storage.removeItem(name);
        else storage.setItem(name, JSON.stringify(answers));
      } catch {
        // The storage is full or forbidden: the page continues without a copy.
      }
    },
  };
}

/** @param key what the user types into: a record, a step of it */
export function useReloadCopy(key: string): LocalCopy {
  const { keeper } = useSession();
  const copy = useMemo(() => localCopy(`${keeper}.${key}`, window.sessionStorage), [keeper, key]);
  // Leaving for another page discards the copy; a reload does not run this, and another language draws the page anew.
  useEffect(() => {
    const language = currentLanguage();
    return () => {
      if (currentLanguage() === language) copy.write({});
    };
  }, [copy]);
  return copy;
}
