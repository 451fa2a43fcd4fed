/** Waits for what a page loads after it has appeared, such as a part of the program that it needs only now. */
import type { Page, Request } from 'playwright-core';

/** @returns waits until nothing has been loading for a moment; the stream of changes never ends */
export function watchRequests(page: Page): () => Promise<void> {
  const loading = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/live')) loading.add(request);
  });
  const end = (request: Request) => loading.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const deadline = Date.now() + 15_000;
    for (let calm = 0; calm < 3 && Date.now() < deadline;) {
      await page.waitForTimeout(70);
      calm = loading.size === 0 ? calm + 1 : 0;
    }
  };
}
