/** Compiles a configuration again whenever its files change, while the portal in force stays until a sound one is there. */
import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import type { Additions } from '../extension/extension.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { isKnownFolder } from './file-kinds.ts';
import type { ParseCache } from './stages.ts';

export interface WatchOptions {
  /** A sound configuration that differs from the last one, or that follows on a refused one. */
  readonly onPortal: (portal: Portal, diagnostics: readonly Diagnostic[]) => void;
  /** The files as they stand now cannot be put in force. */
  readonly onRefused: (diagnostics: readonly Diagnostic[]) => void;
  /** Hash of the portal in force, so that saving without a change is no news. */
  readonly current?: string;
  /** Milliseconds without a change before the files are read: more than an editor takes to save one. */
  readonly quiet?: number;
  readonly proofs?: boolean;
  readonly additions?: Additions;
}

export interface Watcher {
  readonly close: () => void;
}

/** Longest wait while files keep changing, in milliseconds. */
const patience = 2_000;

/**
 * Watches each folder by itself, since editors save by renaming and a watched file would be lost.
 * A folder that does not exist is refused at the first look, and never throws.
 */
export function watchPortal(directory: string, options: WatchOptions): Watcher {
  let isClosed = false;
  const compile = createCompiler(directory, options, () => isClosed);
  const folders = createFolderWatch(directory, () => soon.ask());
  const soon = createDebounce(options.quiet ?? 30, async () => {
    // What was written into a new folder before it was watched would go unseen: look once more.
    if (folders.refresh()) soon.ask();
    await compile();
  });
  folders.refresh();
  return {
    close() {
      isClosed = true;
      soon.cancel();
      folders.close();
    },
  };
}

function createCompiler(
  directory: string,
  options: WatchOptions,
  isClosed: () => boolean,
): () => Promise<void> {
  const cache: ParseCache = new Map();
  let current = options.current ?? null;
  let isRefused = false;
  return async () => {
    // The compiler is loaded with the first change: most servers never see one.
    const { loadKept, loadPortal } = await import('./load.ts');
    const load = cache.size === 0 ? loadKept : loadPortal;
    const { portal, diagnostics } = await load(directory, {
      cache,
      proofs: options.proofs ?? true,
      ...(options.additions && { additions: options.additions }),
    });
    if (isClosed()) return;
    if (portal === null) {
      isRefused = true;
      options.onRefused(diagnostics);
    } else if (isRefused || portal.hash !== current) {
      isRefused = false;
      current = portal.hash;
      options.onPortal(portal, diagnostics);
    }
  };
}

interface Debounce {
  readonly ask: () => void;
  readonly cancel: () => void;
}

/** Runs once it has been quiet for a while, one run after the other. */
function createDebounce(quiet: number, run: () => Promise<void>): Debounce {
  let timer: NodeJS.Timeout | null = null;
  let since = 0;
  let running: Promise<void> = Promise.resolve();
  const cancel = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const start = (): void => {
    timer = null;
    running = running.then(run);
  };
  return {
    ask() {
      if (timer === null) since = Date.now();
      cancel();
      timer = setTimeout(start, Date.now() - since > patience ? 0 : quiet);
    },
    cancel,
  };
}

interface FolderWatch {
  /** Watches folders that are new and forgets those that are gone. Says whether there were new ones. */
  readonly refresh: () => boolean;
  readonly close: () => void;
}

function createFolderWatch(directory: string, onChange: () => void): FolderWatch {
  /** By name and identity, as `foldersOf` gives them. */
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  return {
    refresh() {
      if (isClosed) return false;
      const folders = foldersOf(directory, '');
      for (const folder of watchers.keys()) if (!folders.includes(folder)) forget(folder);
      const added = folders.filter((folder) => !watchers.has(folder));
      for (const folder of added) {
        const path = join(directory, folder.slice(0, folder.indexOf('\n')));
        const watcher = watchFolder(path, onChange, () => forget(folder));
        if (watcher) watchers.set(folder, watcher);
      }
      return added.length > 0;
    },
    close() {
      isClosed = true;
      for (const folder of watchers.keys()) forget(folder);
    },
  };
}

function watchFolder(path: string, onChange: () => void, onGone: () => void): FSWatcher | null {
  try {
    const watcher = watch(path, { persistent: false }, () => onChange());
    watcher.on('error', () => {
      onGone();
      onChange();
    });
    return watcher;
  } catch {
    return null;
  }
}

/** Names of the folders with what tells a folder from one that took its place, divided by a line break. */
function foldersOf(directory: string, name: string): string[] {
  try {
    const path = join(directory, name);
    const { ino, birthtimeMs } = statSync(path);
    const below = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => (name === '' ? entry.name : `${name}/${entry.name}`))
      .filter(isKnownFolder);
    return [`${name}\n${ino} ${birthtimeMs}`, ...below.flatMap((folder) => foldersOf(directory, folder))];
  } catch {
    return [];
  }
}
