/** Chosen files in the browser's database, kept until the server has them: a reload or a lost connection loses none. */
import { createStore, del, get, keys, set } from 'idb-keyval';
import { isMapping } from '../../portal/values/is-mapping.ts';

export interface KeptFile {
  readonly key: string;
  readonly file: File;
  /** How somebody has edited it so far. */
  readonly edit: unknown;
}

/** If the device refuses storage, nothing is kept and nothing fails. */
export interface KeptFiles {
  list(): Promise<readonly KeptFile[]>;
  /** @returns the key */
  add(file: File, edit?: unknown): Promise<string>;
  change(key: string, file: File, edit: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Keeps nothing, for files that no item of a checklist waits for. */
export const keepsNothing: KeptFiles = {
  list: async () => [],
  add: async () => '',
  change: async () => {},
  remove: async () => {},
};

/** A page without edits. */
export const pageMark = { isPage: true };

/** A page that is not sent yet, rather than a file that is being uploaded. */
export function isKeptPage({ edit }: KeptFile): boolean {
  return isMapping(edit) && edit['isPage'] === true;
}

let count = 0;

/** @param place what the files are for: an account, a record, an item */
export function keptFiles(place: string): KeptFiles {
  return {
    async list() {
      const all = await quietly(keys<string>(database()), []);
      const own = all.filter((key) => key.startsWith(`${place}|`)).toSorted();
      const kept = await Promise.all(own.map((key) => readKept(key)));
      return kept.filter((one) => one !== null);
    },
    async add(file, edit = null) {
      count += 1;
      const key = `${place}|${Date.now()}-${String(count).padStart(4, '0')}`;
      await put(key, file, edit);
      return key;
    },
    change: put,
    remove: (key) => quietly(del(key, database()), undefined),
  };
}

/**
 * The files of a record whose upload has not ended, of all its items.
 * @param record `type/slug`
 * @returns none if the browser has no locks: then a page that sends the same file could not be told
 */
export async function filesToSend(account: string, record: string): Promise<readonly KeptFile[]> {
  if (!('locks' in navigator)) return [];
  const all = await keptFiles([account, record].join('|')).list();
  return all.filter((one) => !isKeptPage(one));
}

async function put(key: string, file: File, edit: unknown): Promise<void> {
  await quietly(set(key, { file, edit }, database()), undefined);
}

async function readKept(key: string): Promise<KeptFile | null> {
  const kept = await quietly(get<unknown>(key, database()), null);
  if (!isMapping(kept) || !(kept['file'] instanceof File)) return null;
  return { key, file: kept['file'], edit: kept['edit'] };
}

/** Is the file still kept? Another window may have sent it. */
export async function isKept(key: string): Promise<boolean> {
  return (await readKept(key)) !== null;
}

/** One window sends a kept file; the others wait, and find it gone. */
export async function alone(key: string, work: () => Promise<void>): Promise<void> {
  // Browsers offer locks only on safe addresses.
  const locks = 'locks' in navigator ? navigator.locks : null;
  if (key === '' || locks === null) return work();
  await locks.request(`upload ${key}`, work);
}

let opened: ReturnType<typeof createStore> | null = null;

function database(): ReturnType<typeof createStore> {
  opened ??= createStore('portal-files', 'kept');
  return opened;
}

async function quietly<T>(work: Promise<T>, otherwise: T): Promise<T> {
  return work.catch(() => otherwise);
}
