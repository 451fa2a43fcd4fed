/** Compiles a configuration again when its files change. The current portal stays until a valid one replaces it. */
import { readdirSync, readFileSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import type { Portal } from '../portal/model/portal.ts';
import type { CompileResult } from './compile.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { baseIn, isBaseName, layeredName } from './layers/layer-names.ts';
import { isKnownFolder } from './validate/file-kinds.ts';

export interface WatchOptions {
  /** A valid configuration that differs from the last one, or that follows an invalid one. */
  readonly onPortal: (portal: Portal, diagnostics: readonly Diagnostic[]) => void;
  /** The current files are not valid. */
  readonly onRefused: (diagnostics: readonly Diagnostic[]) => void;
  /** They could not be compiled. The next change tries it again. */
  readonly onFailure: (error: unknown) => void;
  /** Compiles the files as they are when it is called. */
  readonly compile: () => Promise<CompileResult>;
  /** Hash of the current portal, so that saving without a change has no effect. */
  readonly current?: string;
  /** Milliseconds without a change before the files are read: more than an editor needs to save one. */
  readonly quiet?: number;
}

export interface Watcher {
  readonly close: () => void;
}

/** The longest wait while files keep changing, in milliseconds. */
const patience = 2_000;

/**
 * Watches each folder separately, because editors save by renaming and a watch on a file would be lost.
 * A missing folder is reported as invalid at the first read. Never throws.
 */
export function watchPortal(directory: string, options: WatchOptions): Watcher {
  let isClosed = false;
  const compile = createCompiler(options, () => isClosed);
  const folders = createFolderWatch(directory, () => soon.ask());
  const soon = createDebounce(options.quiet ?? 30, async () => {
    // A file that was written into a new folder before it was watched would be missed, so the files are read once
    // more.
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

function createCompiler(options: WatchOptions, isClosed: () => boolean): () => Promise<void> {
  let current = options.current ?? null;
  let isRefused = false;
  return async () => {
    const compiled = await options.compile().catch((error: unknown) => {
      if (!isClosed()) options.onFailure(error);
      return null;
    });
    if (compiled === null || isClosed()) return;
    const { portal, diagnostics } = compiled;
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

/** Runs after a quiet period, one run at a time. */
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
  /** Watches new folders and stops watching deleted ones. Returns true if there were new ones. */
  readonly refresh: () => boolean;
  readonly close: () => void;
}

function createFolderWatch(directory: string, onChange: () => void): FolderWatch {
  /** Keys are the name and identity of a folder, as in `foldersOf`. */
  const watchers = new Map<string, FSWatcher>();
  let isClosed = false;
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  return {
    refresh() {
      if (isClosed) return false;
      const folders = layersOf(directory).flatMap((layer) => foldersOf(directory, layer));
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

/** The names of the folder itself (empty) and of the bases that it extends, as far as they exist. */
function layersOf(directory: string): string[] {
  const layers = [''];
  for (const layer of layers) {
    const base = baseOf(join(directory, layer));
    if (base !== null && !layers.includes(base)) layers.push(base);
  }
  return layers;
}

function baseOf(layer: string): string | null {
  try {
    const written = baseIn(readFileSync(join(layer, 'portal.yaml'), 'utf8'))?.written ?? '';
    return isBaseName(written) ? written : null;
  } catch {
    return null;
  }
}

/** Folder names, each followed by a line break and the identity that distinguishes a folder from its replacement. */
function foldersOf(directory: string, name: string): string[] {
  try {
    const path = join(directory, name);
    const { ino, birthtimeMs } = statSync(path);
    const below = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => (name === '' ? entry.name : `${name}/${entry.name}`))
      .filter((one) => isKnownFolder(layeredName(one).name));
    return [`${name}\n${ino} ${birthtimeMs}`, ...below.flatMap((folder) => foldersOf(directory, folder))];
  } catch {
    return [];
  }
}
