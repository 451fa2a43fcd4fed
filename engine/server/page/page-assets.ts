/** What the page names of the built files: scripts, styles, the frame of every page but the sign-in page, and its screen. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Addresses begin at the root of the site. */
export const workerAddress = '/service-worker.js';

/** As vite.config.ts names it. */
const earlyReadsFile = 'early-reads.js';
const screensFile = 'screens.json';

interface NamedAssets {
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
  readonly frame: FrameAssets;
  /** What several screens share: a page without a connection may need any of it. */
  readonly rooms: readonly string[];
  /** The scripts that a kind of screen needs besides those of every page. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
}

export interface PageAssets extends Omit<NamedAssets, 'styles'> {
  /** The page contains their text. */
  readonly styles: readonly { readonly address: string; readonly text: string }[];
  /** The script that begins the first reads; null: there is none, as beside Vite's own server. */
  readonly earlyReads: InlineScript | null;
  /** The text of the service worker; null: there is none, as beside Vite's own server. */
  readonly worker: string | null;
}

/** A script whose text the page contains: each one costs a request otherwise. */
interface InlineScript {
  readonly text: string;
  /** As a content security policy names it: `'sha256-…'`. */
  readonly source: string;
}

interface FrameAssets {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** The files of each kind of screen, as vite.config.ts writes them. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>;

/** Empty lists if there is no build. */
export async function loadPageAssets(distDirectory: string): Promise<PageAssets> {
  const text = await readFile(join(distDirectory, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  const screens = await readFile(join(distDirectory, screensFile), 'utf8').catch(() => '{}');
  const assets = collectAssets(JSON.parse(text) as Manifest, JSON.parse(screens) as ScreenFiles);
  const styles = assets.styles.map(async (address) => ({
    address,
    text: await readFile(join(distDirectory, address), 'utf8'),
  }));
  const worker = await readFile(join(distDirectory, workerAddress), 'utf8').catch(() => null);
  const earlyReads = await readFile(join(distDirectory, earlyReadsFile), 'utf8').catch(() => null);
  return { ...assets, styles: await Promise.all(styles), worker, earlyReads: inlineScript(earlyReads) };
}

function inlineScript(text: string | null): InlineScript | null {
  if (text === null) return null;
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

/** Static imports of the entry are preloaded; of the dynamic ones only the frame, which vite.config.ts names. */
export function collectAssets(manifest: Manifest, screens: ScreenFiles): NamedAssets {
  const entries = Object.entries(manifest).filter(([, chunk]) => chunk.isEntry);
  const seen = new Set<string>();
  // Imports come first, because the entry's styles override theirs.
  const needed: string[] = [];
  const follow = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) follow(next);
    needed.push(key);
  };
  for (const [key] of entries) follow(key);
  const chunks = needed.flatMap((key) => manifest[key] ?? []);
  const frame = Object.entries(manifest).filter(([key, { name }]) => name === 'frame' && !seen.has(key));
  const always = new Set([...chunks, ...frame.map(([, chunk]) => chunk)].map(({ file }) => file));
  const besides = (files: readonly string[]) => addresses(files.filter((file) => !always.has(file)));
  // A file that is named after no source has several.
  const rooms = Object.entries(manifest).filter(
    ([key, { file }]) => key.startsWith('_') && file.endsWith('.js'),
  );
  return {
    scripts: addresses(entries.map(([, chunk]) => chunk.file)),
    preloads: addresses(chunks.filter((chunk) => !chunk.isEntry).map((chunk) => chunk.file)),
    styles: addresses(chunks.flatMap((chunk) => chunk.css ?? [])),
    frame: {
      scripts: addresses(frame.map(([, chunk]) => chunk.file)),
      styles: addresses(frame.flatMap(([, chunk]) => chunk.css ?? [])),
    },
    rooms: besides(rooms.map(([, { file }]) => file)),
    screens: Object.fromEntries(Object.entries(screens).map(([kind, files]) => [kind, besides(files)])),
  };
}

function addresses(files: readonly string[]): readonly string[] {
  return [...new Set(files)].map((file) => `/${file}`);
}
