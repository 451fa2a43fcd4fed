/** Starts the portal in the browser: loads the user and the slice, then creates the router. */
import type { PortalSlice } from '../portal/wire/slice.ts';
import { createClient, type Client } from './api/client.ts';
import { createAnswersOnDevice } from './api/answers-on-device.ts';
import { keepsNoAnswers, type KeptAnswers, type Reader } from './api/kept-answer.ts';
import { createTokenStore } from './api/token.ts';
import { requestFocus } from './page/focus-request.ts';
import { createPreparation } from './screens/load-frame.ts';
import { PortalPage } from './screens/portal-page.tsx';
import type { PortalServices } from './session/portal-context.ts';
import { safeNext } from '../portal/routing/next-path.ts';
import { signInPath } from './router/places.ts';
import { createSurroundings } from './router/surroundings.ts';
import { createPortalRouter, type PortalRouter } from './router/portal-router.tsx';
import { createAccount } from './session/account.ts';
import { languageOfPage, loadLanguage } from './session/language.ts';
import { createLookups } from './session/lookups.ts';
import { createStore, type Store } from './session/store.ts';
import { nobody } from './session/user.ts';
import { workerOfPage } from './session/worker-of-page.ts';
import { setFormats } from './language/text.ts';

export interface PortalApplication {
  readonly services: PortalServices;
  readonly router: PortalRouter;
}

/**
 * Loads the portal slice and the user of a stored token, and creates the router.
 * @throws ProblemError if the server is unreachable
 */
export async function startPortal(): Promise<PortalApplication> {
  const late: {
    endSession: () => void;
    reader: () => Reader;
    onRead: (keptAt: number | null) => void;
    onPortalHash: (reported: string) => void;
  } = {
    endSession: () => {},
    onPortalHash: () => {},
    reader: () => ({ slug: null, isRequester: false, isOnlooker: false }),
    onRead: () => {},
  };
  const onDevice = createAnswersOnDevice({ token: () => client.tokens.read(), reader: () => late.reader() });
  const client = createClient({
    tokens: createTokenStore(() => void onDevice.erase()),
    onPortalHash: (reported) => late.onPortalHash(reported),
    onSignedOut: () => late.endSession(),
    kept: keptHere(onDevice),
    onRead: (keptAt) => late.onRead(keptAt),
  });
  if (client.tokens.read() === null) void onDevice.erase();
  // The server is asked for both at once.
  const user = client.tokens.read() === null ? undefined : client.send('GET /user', {});
  const [slice] = await Promise.all([firstSlice(client), loadLanguage(client, languageOfPage())]);
  // The account has a stored language, and this browser has none.
  await loadLanguage(client, slice.language);
  setFormats(slice);
  const store = createStore(slice);
  late.reader = () => readerOf(store);
  late.onRead = (keptAt) => noteAge(store, keptAt);
  late.onPortalHash = (reported) => {
    if (store.get().reported !== reported) store.change((draft) => void (draft.reported = reported));
  };
  const account = createAccount(client, store);
  const services = { client, store, account, readLookups: createLookups(client, store) };
  if (!(await account.load(user))) goToSignIn(store.get().slice);
  const router = createPortalRouter({
    ...createSurroundings(services),
    page: PortalPage,
    ...createPreparation(services),
  });
  late.endSession = () => endSession(services, router);
  followOtherTabs(services, router);
  followLanguage(services, router);
  await hasFirstPage(router);
  prepareWhenSignedIn(store);
  focusAfterNavigation(router);
  return { services, router };
}

/** Until then the page shows what the server painted: the portal is drawn once, with its page. */
function hasFirstPage(router: PortalRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Nothing if the portal opens only with a connection: what was kept before is erased. */
function keptHere(onDevice: KeptAnswers): KeptAnswers {
  if (workerOfPage() !== null) return onDevice;
  void onDevice.erase();
  return keepsNoAnswers;
}

function readerOf(store: Store): Reader {
  const { session, slice } = store.get();
  if (session.token === null) return { slug: null, isRequester: false, isOnlooker: false };
  return {
    slug: session.slug,
    isRequester: slice.departments[session.department]?.kind === 'requester',
    isOnlooker: session.seenBy !== null,
  };
}

/** The page says how old the oldest answer on it is, until the server answers again. */
function noteAge(store: Store, keptAt: number | null): void {
  const { shownSince } = store.get();
  if (keptAt === shownSince || (keptAt !== null && shownSince !== null && shownSince < keptAt)) return;
  store.change((draft) => void (draft.shownSince = keptAt));
}

/** People who only look at public pages do not pay for what they do not use. */
function prepareWhenSignedIn(store: Store): void {
  const prepare = () => {
    const { session, slice } = store.get();
    if (session.token === null && workerOfPage() !== null) return;
    stop();
    // Without it the page works as before.
    void import('./session/offline-page.ts').then(
      ({ prepareOffline }) => prepareOffline(slice.hash),
      () => {},
    );
  };
  const stop = store.subscribe(prepare);
  prepare();
}

/** Before the router exists: the sign-in page, which returns to the current location. */
function goToSignIn(slice: PortalSlice): void {
  const path = signInPath(slice);
  const { pathname, search, hash } = window.location;
  const next = pathname === path ? search + hash : `?next=${encodeURIComponent(pathname + search)}`;
  window.history.replaceState(null, '', path + next);
}

/** An expired stored token must not block the public pages. */
async function firstSlice(client: Client): Promise<PortalSlice> {
  try {
    return await client.call('GET /portal', {});
  } catch (error) {
    if (client.tokens.read() === null) throw error;
    return client.withoutToken().call('GET /portal', {});
  }
}

/** The session has ended on the server: the guards redirect to the sign-in page, which returns here. */
function endSession({ client, store, account }: PortalServices, router: PortalRouter): void {
  if (store.get().session === nobody) return;
  client.tokens.remove();
  store.change((draft) => void Object.assign(draft, { session: nobody, dashboard: [] }));
  void account.reloadSlice().then(() => router.revalidate());
}

/** The heading of the next page takes the focus; changed filters in the URL do not move it. */
function focusAfterNavigation(router: PortalRouter): void {
  let last = router.state.location.pathname;
  router.subscribe(({ location }) => {
    if (location.pathname === last) return;
    last = location.pathname;
    requestFocus();
  });
}

/** The loader of the page reads the lookups, which are in one language. */
function followLanguage({ store }: PortalServices, router: PortalRouter): void {
  let last = store.get().slice.language;
  store.subscribe(() => {
    const { language } = store.get().slice;
    if (language === last) return;
    last = language;
    void router.revalidate();
  });
}

function followOtherTabs(services: PortalServices, router: PortalRouter): void {
  const { client, store, account } = services;
  client.tokens.onChangeElsewhere((token) => void follow(token));

  async function follow(token: string | null) {
    if (token === null) return endSession(services, router);
    await account.load();
    await account.reloadSlice().catch(() => {});
    const next = new URLSearchParams(router.state.location.search).get('next');
    await (next === null || store.get().session === nobody
      ? router.revalidate()
      : router.navigate(safeNext(next), { replace: true }));
  }
}
