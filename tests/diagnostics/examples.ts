/** Builds broken configurations: the library of tests/fixtures with the files of one example merged over it. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderDiagnostics } from '../../engine/config/diagnostics/render.ts';
import { collectAdditions } from '../../engine/extension/extension.ts';
import { loadPortal } from '../../engine/config/load.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const library = fileURLToPath(new URL('../fixtures/library', import.meta.url));

/** Files that a repository cannot contain are generated. */
const made: Readonly<Record<string, (directory: string) => void>> = {
  'file-no-folder': (directory) => rmSync(directory, { recursive: true }),
  'file-outside': (directory) => {
    rmSync(join(directory, 'groups.yaml'));
    symlinkSync(join(library, 'groups.yaml'), join(directory, 'groups.yaml'));
  },
  'file-unreadable': (directory) => symlinkSync('nowhere.yaml', join(directory, 'lookups', 'shelf.yaml')),
  'file-too-large': (directory) =>
    writeFileSync(join(directory, 'lookups', 'shelf.yaml'), `title: Shelves\n#${' '.repeat(600_000)}`),
  'file-too-many': (directory) => {
    for (let at = 0; at <= 10_000; at += 1) writeFileSync(join(directory, 'lookups', `shelf-${at}.yaml`), '');
  },
  'yaml-not-utf8': (directory) =>
    writeFileSync(join(directory, 'groups.yaml'), Buffer.from('groups:\n  caf\xe9: [desk]\n', 'latin1')),
};

/** Sample extensions of a town. */
const additions = collectAdditions([
  {
    name: 'city',
    effects: [
      {
        name: 'city-pay',
        input: { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } },
        run: async () => {},
      },
    ],
    channels: [{ name: 'sms', send: async () => {} }],
  },
]);

/** Names of the folders beside this file, each of which is an example. */
export function exampleNames(): string[] {
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function expectedFile(name: string): string {
  return join(here, name, 'expected.txt');
}

/** The same place for all, so that shared files are parsed once. */
const folder = join(tmpdir(), `diagnostics-${process.pid}`);
const cache: ParseCache = new Map();

/** The full report about the example, as a person reads it. */
export async function diagnose(name: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const directory = join(folder, 'config');
  const example = join(here, name);
  try {
    // A layer lies over the library.
    cpSync(library, name.startsWith('layer-') ? join(folder, 'province') : directory, { recursive: true });
    cpSync(example, directory, { recursive: true, filter: (path) => !path.endsWith('.txt') || path.includes('ignored') });
    const removed = join(example, 'removed.txt');
    if (existsSync(removed)) {
      for (const file of readFileSync(removed, 'utf8').split('\n').filter(Boolean)) rmSync(join(directory, file));
    }
    made[name]?.(directory);
    const { diagnostics } = await loadPortal(directory, { cache, additions });
    return renderDiagnostics(diagnostics).replaceAll(`${folder}/`, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
