/** The files that the browser needs for its first paint, from the manifest of the build. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PageAssets {
  /** Addresses from the root of the site. */
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/** Empty lists if there is no build. */
export async function loadPageAssets(distDirectory: string): Promise<PageAssets> {
  const text = await readFile(join(distDirectory, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  return collectAssets(JSON.parse(text) as Manifest);
}

/** Static imports of the entry are preloaded, dynamic ones are not. */
export function collectAssets(manifest: Manifest): PageAssets {
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
  return {
    scripts: addresses(entries.map(([, chunk]) => chunk.file)),
    preloads: addresses(chunks.filter((chunk) => !chunk.isEntry).map((chunk) => chunk.file)),
    styles: addresses(chunks.flatMap((chunk) => chunk.css ?? [])),
  };
}

function addresses(files: readonly string[]): readonly string[] {
  return [...new Set(files)].map((file) => `/${file}`);
}
