/** What the page names of the built files: scripts, styles, and the frame of every page but the sign-in page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Addresses begin at the root of the site. */
export const workerAddress = '/service-worker.js';

/** As vite.config.ts names it in the manifest. */
const earlyReadsSource = 'src/early-reads.ts';

interface NamedAssets {
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
  readonly frame: FrameAssets;
  /** The script that begins the first reads; null: there is none, as beside Vite's own server. */
  readonly earlyReads: string | null;
}

export interface PageAssets extends Omit<NamedAssets, 'styles'> {
  /** The page contains their text. */
  readonly styles: readonly { readonly address: string; readonly text: string }[];
  /** The text of the service worker; null: there is none, as beside Vite's own server. */
  readonly worker: string | null;
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

/** Empty lists if there is no build. */
export async function loadPageAssets(distDirectory: string): Promise<PageAssets> {
  const text = await readFile(join(distDirectory, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  const assets = collectAssets(JSON.parse(text) as Manifest);
  const styles = assets.styles.map(async (address) => ({
    address,
    text: await readFile(join(distDirectory, address), 'utf8'),
  }));
  const worker = await readFile(join(distDirectory, workerAddress), 'utf8').catch(() => null);
  return { ...assets, styles: await Promise.all(styles), worker };
}

/** Static imports of the entry are preloaded; of the dynamic ones only the frame, which vite.config.ts names. */
export function collectAssets(manifest: Manifest): NamedAssets {
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
  const earlyReads = manifest[earlyReadsSource];
  return {
    earlyReads: earlyReads === undefined ? null : `/${earlyReads.file}`,
    scripts: addresses(entries.map(([, chunk]) => chunk.file)),
    preloads: addresses(chunks.filter((chunk) => !chunk.isEntry).map((chunk) => chunk.file)),
    styles: addresses(chunks.flatMap((chunk) => chunk.css ?? [])),
    frame: {
      scripts: addresses(frame.map(([, chunk]) => chunk.file)),
      styles: addresses(frame.flatMap(([, chunk]) => chunk.css ?? [])),
    },
  };
}

function addresses(files: readonly string[]): readonly string[] {
  return [...new Set(files)].map((file) => `/${file}`);
}
