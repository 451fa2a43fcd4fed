/** The code of the pages inside the frame: it loads while people sign in, and before the first page is drawn. */
import type { Page } from '../router/portal-router.tsx';
import { onUse } from '../loading/on-use.tsx';

export const FramedPage = onUse(async () => (await import('./framed-page.tsx')).FramedPage);

export function fetchFrame(): void {
  // A failure here occurs again, and is reported, when the page is shown.
  void FramedPage.prepare().catch(() => {});
}

/** Loads what draws this page. React would wait a third of a second before it replaced a placeholder. */
export async function preparePage(page: Page): Promise<void> {
  if (page.outcome === 'show' && page.route.screen === 'sign-in') return;
  try {
    await FramedPage.prepare();
    const { prepareScreen } = await import('./framed-page.tsx');
    if (page.outcome === 'show') await prepareScreen(page.route.screen);
  } catch {
    // The page says what failed.
  }
}
