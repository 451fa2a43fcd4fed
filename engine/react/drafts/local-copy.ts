/** Stores unsaved answers on this device: they survive a reload, a lost connection and an expired session. */
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';

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
