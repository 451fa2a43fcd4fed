/** What somebody typed while they saw the portal as another person: it was of no use, and nobody finds it again. */
import { ONLOOKER } from './user.ts';

/** If the device refuses storage, nothing was kept and nothing fails. */
export function forgetOnlooker(): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[kind];
      for (const key of Object.keys(storage))
        if (key.startsWith('portal.') && key.split('.')[2] === ONLOOKER) storage.removeItem(key);
    } catch {
      // The device refuses storage.
    }
  }
}
