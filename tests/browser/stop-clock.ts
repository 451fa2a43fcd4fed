/** Stops the clock of a browser. Playwright's own stands between the page and its timers too, which every page pays for. */
import type { BrowserContext } from 'playwright-core';

/** On the pages that are open, and on all that come. */
export async function stopClock(context: BrowserContext, moment: Date): Promise<void> {
  await context.addInitScript(standStill, moment.getTime());
  for (const page of context.pages()) await page.evaluate(standStill, moment.getTime());
}

/** On the page: from here on it is always now. */
function standStill(now: number): void {
  window.Date = new Proxy(Date, {
    construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now] : given, made),
  });
  Date.now = () => now;
}
