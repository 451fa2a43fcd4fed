/** The code of the pages inside the frame: it loads while people sign in, and before the first page is drawn. */
import type { PortalSlice } from '../../portal/wire/slice.ts';
import type { Page, PortalRouterOptions } from '../router/portal-router.tsx';
import { onUse } from '../loading/on-use.tsx';
import type { PortalServices } from '../session/portal-context.ts';

export const FramedPage = onUse(async () => (await import('./framed-page.tsx')).FramedPage);

export function fetchFrame(): void {
  // A failure here occurs again, and is reported, when the page is shown.
  void FramedPage.prepare().catch(() => {});
}

/** Begins what a page reads, at most once for each navigation, and loads what draws it. */
export function createPreparation({
  client,
  store,
  readLookups,
}: Pick<PortalServices, 'client' | 'store' | 'readLookups'>): Required<
  Pick<PortalRouterOptions, 'begin' | 'prepare'>
> {
  // The frame reads once for each session.
  let framedFor: string | null = null;
  let begun: { readonly href: string; readonly slice: PortalSlice } | null = null;

  async function begin(page: Page, { href, pathname, searchParams: search }: URL): Promise<void> {
    if (page.outcome !== 'show' || !page.isSignedIn || page.route.screen === 'sign-out') return;
    const { slice, session } = store.get();
    if (begun?.href === href && begun.slice === slice) return;
    begun = { href, slice };
    const { firstReadsOf, shellReads } = await import('./framed-page.tsx');
    if (framedFor !== session.token) client.begin(shellReads(session));
    framedFor = session.token;
    client.begin(firstReadsOf(page.route.screen, { ...page, slice, session, pathname, search }));
    void readLookups();
  }

  return {
    // The page says what failed.
    begin: (page, location) => void begin(page, location).catch(() => {}),
    async prepare(page, location) {
      if (page.outcome === 'show' && page.route.screen === 'sign-in') return;
      try {
        await FramedPage.prepare();
        await begin(page, location);
        begun = null;
        const { prepareScreen } = await import('./framed-page.tsx');
        // React would wait a third of a second before it replaced a placeholder.
        if (page.outcome === 'show') await prepareScreen(page.route.screen);
      } catch {
        // The page says what failed.
      }
    },
  };
}
