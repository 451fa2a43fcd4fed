/** Reads the project's own source files and the imports between them, for the tests of its structure. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'node:fs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Source {
  /** Path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Imported modules: project paths as they are on disk, packages by name. */
  readonly imports: readonly string[];
}

/** Every file that matches one of the patterns, read once. */
export function readSources(...patterns: string[]): Source[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .sort()
    .map(readSource);
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(
    (match) => match[1] ?? '',
  );
  const imports = specifiers.map((specifier) =>
    specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), specifier)) : specifier,
  );
  return { path, text, imports };
}

/** The line of a file on which an offset stands, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
