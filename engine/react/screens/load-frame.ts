/** The code of the pages inside the frame: it loads while people sign in, and before the first page is drawn. */
import type { PortalSlice } from '../../portal/wire/slice.ts';
import type { Page, PortalRouterOptions } from '../router/portal-router.tsx';
import { atMost, LONGEST_NAVIGATION_WAIT } from '../api/at-most.ts';
import { onUse } from '../loading/on-use.tsx';
import type { PortalServices } from '../session/portal-context.ts';

export const FramedPage = onUse(async () => (await import('./framed-page.tsx')).FramedPage);

export function fetchFrame(): void {
  // A failure here occurs again, and is reported, when the page is shown.
  void FramedPage.prepare().catch(() => {});
}

type ShownPage = Extract<Page, { readonly outcome: 'show' }>;

/** The pending first reads of a page. */
interface FirstAnswers {
  readonly answered: Promise<unknown>;
  /** The page waits for them a moment: it would be drawn twice, first without and then with them. */
  readonly isAwaited: boolean;
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
  // Pages that were open before: what they read is kept, and shown until it is read again.
  const opened = new Set<string>();
  let begun: {
    readonly href: string;
    readonly slice: PortalSlice;
    readonly reads: Promise<FirstAnswers>;
  } | null = null;

  function begin(page: Page, url: URL): Promise<FirstAnswers | null> {
    if (page.outcome !== 'show' || !page.isSignedIn || page.route.screen === 'sign-out')
      return Promise.resolve(null);
    const { slice } = store.get();
    if (begun?.href !== url.href || begun.slice !== slice)
      begun = { href: url.href, slice, reads: read(page, url) };
    return begun.reads;
  }

  async function read(page: ShownPage, { href, pathname, searchParams: search }: URL): Promise<FirstAnswers> {
    const { slice, session } = store.get();
    const { firstReadsOf, shellReads } = await import('./framed-page.tsx');
    // Known before anything is read: what the frame and the page read travels together.
    const firstReads = await firstReadsOf({ ...page, slice, session, pathname, search });
    // The frame is drawn while the answers are on their way.
    const isFramed = framedFor === session.token;
    if (!isFramed) {
      opened.clear();
      void client.begin(shellReads(session));
    }
    framedFor = session.token;
    const answered = client.begin(firstReads);
    void readLookups();
    // A form looks for its draft each time.
    const isAwaited = isFramed && (page.route.screen === 'form' || !opened.has(href));
    return { answered, isAwaited };
  }

  return {
    // The page says what failed.
    begin: (page, location) => void begin(page, location).catch(() => {}),
    async prepare(page, location, left) {
      if (page.outcome === 'show' && page.route.screen === 'sign-in') return;
      try {
        await FramedPage.prepare();
        const reads = await begin(page, location);
        begun = null;
        const { prepareScreen } = await import('./framed-page.tsx');
        // React would wait a third of a second before it replaced a placeholder.
        if (page.outcome === 'show') await prepareScreen(page.route.screen);
        // After the limit the page is drawn without its answers.
        if (reads?.isAwaited === true) await atMost(reads.answered, LONGEST_NAVIGATION_WAIT);
        if (reads !== null && !left.aborted) opened.add(location.href);
      } catch {
        // The page says what failed.
      }
    },
  };
}
