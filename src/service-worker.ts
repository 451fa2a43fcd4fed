/**
 * The service worker: opens the portal without a connection. It keeps only what everybody may read: the built files, the
 * texts of a language, the validators of forms, the public pages' part of the portal, the keys and the list of revoked
 * documents, and a page without token and nonce. What belongs to a person is kept by
 * the page itself (`engine/react/api/kept-answers.ts`), which erases it when they sign out.
 *
 * The build puts this file into dist/ by itself, so it imports only types.
 */
import type { LoadedPage } from '../engine/react/session/offline-page.ts';

const cacheName = 'portal';
const shellPath = '/assets/shell.html';
/** Where the cache notes which page the shell is of. */
const editionPath = '/assets/shell.edition';

interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerEvents {
  readonly install: WaitingEvent;
  readonly activate: WaitingEvent;
  readonly message: WaitingEvent & { readonly data: LoadedPage };
  readonly fetch: WaitingEvent & {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
  };
}

/** The part of the global scope of a worker that this one uses: the types of a page know no worker. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

declare const self: WorkerScope;

/** Settled when what the pages said so far is done. */
let followed: Promise<void> = Promise.resolve();

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  // One page after the other: two at once would forget each other's files.
  followed = followed.then(() => followPage(event.data)).catch(() => {});
  event.waitUntil(followed);
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(fetch(request).catch(openShell));
    return;
  }
  const rule = ruleOf(pathname, request.headers.has('Authorization'));
  if (rule === 'for-ever') event.respondWith(readKept(request.url).then((kept) => kept ?? readNew(request)));
  if (rule === 'newest')
    event.respondWith(readNew(request).catch(async () => (await readKept(request.url)) ?? Response.error()));
});

/** Addresses of the API and of files may be opened, too: these are no pages. */
function isPage(path: string): boolean {
  return !/^\/(api|assets)(\/|$)|\/api\//.test(path);
}

/**
 * How an address is answered; null: by the server alone. The prefix of the API differs between portals.
 *
 * @param isSignedIn what the page asks for is of an account
 */
function ruleOf(path: string, isSignedIn = false): 'for-ever' | 'newest' | null {
  // The readers of PDFs are large, and a paper cannot be loaded without a connection.
  if (/^\/assets\/(?!pdfjs-|shell\.)[^/]+\.[a-z0-9]+$/.test(path)) return 'for-ever';
  if (/\/forms\/[^/]+\/validator\.js$/.test(path)) return 'for-ever';
  // Whoever checks a document in the street has an account nowhere, and often no connection.
  if (/\/documents\/(keys|revocations)$/.test(path)) return 'newest';
  if (path.endsWith('/portal')) return isSignedIn ? null : 'newest';
  return /\/locales\/[^/]+$|^\/assets\/pictures\//.test(path) ? 'newest' : null;
}

async function readKept(address: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(address, { ignoreVary: true });
}

async function readNew(request: Request | string): Promise<Response> {
  const answer = await fetch(request);
  if (isForEverybody(answer)) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone()).catch(() => {});
  }
  return answer;
}

/** The server says of each answer whether it depends on who asks. */
function isForEverybody({ ok, headers }: Response): boolean {
  return ok && (headers.get('cache-control') ?? '').split(/,\s*/).includes('public');
}

/**
 * A page has loaded: the files that it needed are kept, and its shell, if that is another one than before. Then what only
 * an earlier build or configuration needed is forgotten.
 */
async function followPage({ edition, files }: LoadedPage): Promise<void> {
  const cache = await caches.open(cacheName);
  const before = await (await cache.match(editionPath))?.text();
  const kept = await cache.keys();
  await Promise.all(files.map(keepFile));
  if (before === edition) return;
  const shell = await fetch(shellPath, { cache: 'no-cache' });
  if (!shell.ok) return;
  const named = filesIn(await shell.clone().text());
  await Promise.all(named.map(keepFile));
  await cache.put(shellPath, shell);
  const needed = new Set([...named, ...files, shellPath]);
  // What a page has asked for meanwhile stays.
  const others = kept.filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(others.map((request) => cache.delete(request)));
  await cache.put(editionPath, new Response(edition));
}

async function keepFile(path: string): Promise<void> {
  const rule = ruleOf(path);
  if (rule === null || (rule === 'for-ever' && (await readKept(path)) !== undefined)) return;
  // The browser has most of them already.
  await readNew(path).catch(() => {});
}

/** The first styles are in the page itself. */
function filesIn(page: string): readonly string[] {
  const lines = page.split('\n').filter((line) => !line.includes('text/x-in-page'));
  return lines.flatMap((line) => /(?:href|src)="(\/assets\/[^"]+)"/.exec(line)?.[1] ?? []);
}

/** The kept page with a nonce of its own, as the server gives each page one. */
async function openShell(): Promise<Response> {
  const kept = await readKept(shellPath);
  if (kept === undefined) return Response.error();
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const headers = new Headers([...kept.headers].map(([name, value]) => [name, withNonce(value, nonce)]));
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(withNonce(await kept.text(), nonce), { headers });
}

function withNonce(text: string, nonce: string): string {
  return text.replaceAll('{nonce}', nonce);
}
