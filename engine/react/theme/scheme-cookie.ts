/** Tells the server which colours somebody has chosen, so that the page begins in them: `engine/server/page/first-paint.ts`. */
import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@mantine/core';

const kept = localStorageColorSchemeManager();
/** A year, in seconds. */
const lifetime = 365 * 24 * 60 * 60;

export const schemeManager: MantineColorSchemeManager = {
  ...kept,
  get(otherwise) {
    const chosen = kept.get(otherwise);
    // Chosen before there was a cookie, or in a browser that has deleted it.
    if (chosen !== otherwise) remember(chosen);
    return chosen;
  },
  set(chosen) {
    kept.set(chosen);
    remember(chosen);
  },
  clear() {
    kept.clear();
    remember('auto');
  },
};

function remember(chosen: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `color-scheme=${chosen}; path=/; max-age=${lifetime}; samesite=lax${secure}`;
}
