/** Answers that stay on this device while their reader is signed in: pages open with them without a connection. */
import { clear, createStore, del, entries, get, set } from 'idb-keyval';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { answersDatabase, type KeptAnswers, type KeptAnswersOptions, type Reader } from './kept-answer.ts';
import { buildOfPage } from './build-of-page.ts';
import type { CallKey } from './call.ts';
import { whenIdle } from './when-idle.ts';

interface Entry {
  readonly at: number;
  /** A digest of the token and the build: what another session or another version has kept is never read. */
  readonly session: string;
  readonly etag: string | null;
  readonly body: unknown;
}

/** Milliseconds: a week. */
const longest = 7 * 24 * 60 * 60 * 1000;
const most = 300;

/** If the device refuses storage, nothing is kept and nothing fails. */
export function createKeptAnswers({ token: current, reader }: KeptAnswersOptions): KeptAnswers {
  const store = createStore(answersDatabase, 'kept');
  /** `type/slug` of the records that are the reader's own. */
  const own = new Set<string>();
  let isTidied = false;
  return {
    async keep(endpoint, path, { response, body }, token) {
      if (token === null || !response.ok || !isKeepable(endpoint, path, body, reader(), own)) return;
      const session = await digestOf(token);
      // Somebody may have signed out meanwhile. From here on, an erasure comes later and takes the entry along.
      if (session === null || current() !== token) return;
      const entry: Entry = { at: Date.now(), session, etag: response.headers.get('etag'), body };
      await quietly(set(path, entry, store));
      if (isTidied) return;
      isTidied = true;
      // It reads all that is kept: the page comes first.
      whenIdle(() => void quietly(tidy(store, session)));
    },
    async find(path, token) {
      const session = token === null ? null : await digestOf(token);
      if (session === null) return null;
      const entry = await quietly(get<unknown>(path, store));
      if (!isEntry(entry) || entry.session !== session || current() !== token) return null;
      if (Date.now() - entry.at > longest) return null;
      const headers = entry.etag === null ? {} : { etag: entry.etag };
      return { at: entry.at, answered: { response: new Response(null, { headers }), body: entry.body } };
    },
    async erase() {
      own.clear();
      await quietly(clear(store));
    },
  };
}

/** The same for every reader, or about the reader's own account. */
const ofEverybody: ReadonlySet<CallKey> = new Set<CallKey>([
  'GET /portal',
  'GET /user',
  'GET /forms/:hash',
  'GET /:lookup',
  'GET /fees/:name',
  'GET /start-pages/:page',
]);

/** About records of all that the reader may see. */
const ofRecords: ReadonlySet<CallKey> = new Set<CallKey>([
  'GET /records/:type',
  'GET /to-do',
  'GET /navigation/counts',
]);

/** An office reads about other people, often on a computer that several officers use: nothing of that is kept. */
function isKeepable(
  endpoint: CallKey,
  path: string,
  body: unknown,
  { slug, isRequester, isOnlooker }: Reader,
  own: Set<string>,
): boolean {
  // The first answer of a page comes before the reader is known.
  if (isOnlooker || (isMapping(body) && (body['seen_by'] ?? null) !== null)) return false;
  if (ofEverybody.has(endpoint)) return true;
  if (slug === null) return false;
  if (endpoint === 'GET /records/:type/:slug') {
    const isOwn = isMapping(body) && body['owner'] === slug && body['view'] === 'read';
    if (isOwn) own.add(recordOf(path));
    return isOwn;
  }
  if (endpoint === 'GET /records/:type/:slug/events') return own.has(recordOf(path));
  return isRequester && ofRecords.has(endpoint) && !hasOthers(body);
}

/** `records/loan/x1/events?…` → `loan/x1` */
function recordOf(path: string): string {
  return path.replace(/\?.*$/, '').split('/').slice(1, 3).join('/');
}

/** Rows that the reader sees without being one of those whom they concern. */
function hasOthers(body: unknown): boolean {
  const rows = isMapping(body) && Array.isArray(body['items']) ? body['items'] : [];
  return rows.some((row) => !isMapping(row) || row['view'] !== 'read');
}

/** Removes what another session has kept, what is too old, and what is too much. */
async function tidy(store: ReturnType<typeof createStore>, session: string): Promise<void> {
  const all = (await entries<string, unknown>(store)).map(([path, entry]) => ({
    path,
    at: isEntry(entry) && entry.session === session ? entry.at : 0,
  }));
  const newest = all.toSorted((one, other) => other.at - one.at);
  const useless = newest.filter(({ at }, index) => index >= most || Date.now() - at > longest);
  await Promise.all(useless.map(({ path }) => del(path, store)));
}

const digests = new Map<string, Promise<string | null>>();

/** Null where the browser has no digests: on an address without HTTPS, which has no service workers either. */
function digestOf(token: string): Promise<string | null> {
  const known = digests.get(token) ?? readDigest(token);
  digests.set(token, known);
  return known;
}

async function readDigest(token: string): Promise<string | null> {
  if (!window.isSecureContext) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${token} ${buildOfPage()}`));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isEntry(value: unknown): value is Entry {
  return isMapping(value) && typeof value['at'] === 'number' && typeof value['session'] === 'string';
}

async function quietly<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null);
}
