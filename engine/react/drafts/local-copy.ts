/** What is typed and not yet saved, kept on this device: it outlives a reload, a lost connection and an ended session. */
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';

export interface LocalCopy {
  /** Answers that the server does not have yet; null empties one. */
  read(): Answers;
  /** Keeps these; nothing to keep removes the copy. */
  write(answers: Answers): void;
}

/** A device that refuses storage keeps nothing, and nothing breaks. */
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
        // Full, or not allowed: the page goes on without a copy.
      }
    },
  };
}
