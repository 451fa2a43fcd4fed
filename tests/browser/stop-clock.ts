/** Stops the clock of a browser. Playwright's own clock replaces the page's timers too, which slows every page. */
import type { BrowserContext } from 'playwright-core';

/** On the open pages, and on all later ones. */
export async function stopClock(context: BrowserContext, moment: Date): Promise<void> {
  await context.addInitScript(standStill, moment.getTime());
  for (const page of context.pages()) await page.evaluate(standStill, moment.getTime());
}

/** On the page: from here on the time is fixed. */
function standStill(now: number): void {
  window.Date = new Proxy(Date, {
    construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now] : given, made),
  });
  Date.now = () => now;
}
