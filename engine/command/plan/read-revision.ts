/** Reads a configuration as a revision of git has it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { baseIn, isBaseName, nameOfCopy } from '../../config/layers/layer-names.ts';
import { readFiles, type ReadFiles, shownPath } from '../../config/read-files.ts';

/** Bytes of all files together. */
const mostBytes = 256 * 1024 * 1024;

/**
 * @param directory the folder today; its files of that revision are shown with the same paths
 * @returns a sentence if there is no such revision, or it has no such folder
 */
export function readRevision(directory: string, revision: string): ReadFiles | string {
  const copy = mkdtempSync(join(tmpdir(), 'munisipyo-plan-'));
  try {
    const parsed = git(directory, ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`]);
    const commit = parsed.toString().trim();
    // The bases lie beside the folder.
    const inCopy = join(copy, nameOfCopy);
    const layers = ['.'];
    for (const layer of layers) {
      const names = namesIn(directory, commit, layer);
      if (layer === '.' && names.length === 0) return `${revision} has no folder "${directory}".`;
      for (const [name, content] of readBlobs(directory, commit, names)) {
        const path = join(inCopy, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        const base =
          name === posix.join(layer, 'portal.yaml') ? baseIn(content.toString())?.written : undefined;
        if (base !== undefined && isBaseName(base) && !layers.includes(base)) layers.push(base);
      }
    }
    const { files, diagnostics } = readFiles(inCopy);
    return {
      files: files.map((file) => ({ ...file, path: shownPath(directory, file.name) })),
      diagnostics: diagnostics.map((one) => ({
        ...one,
        file: one.file
          .replace(shownPath(inCopy, ''), shownPath(directory, ''))
          .replace(shownPath(copy, ''), shownPath(directory, '..')),
      })),
    };
  } catch (error) {
    return sayWhy(error, revision);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The files below a folder, named from the configuration: `groups.yaml`, `../province/groups.yaml`. */
function namesIn(directory: string, commit: string, folder: string): string[] {
  return git(directory, ['ls-tree', '-r', '-z', '--name-only', commit, folder])
    .toString()
    .split('\0')
    .filter(Boolean);
}

/** The content of each file, by its name. */
function readBlobs(directory: string, commit: string, names: readonly string[]): Map<string, Buffer> {
  const wanted = names.map((name) => `${commit}:./${name}\n`).join('');
  const answer = git(directory, ['cat-file', '--batch'], wanted);
  const found = new Map<string, Buffer>();
  let at = 0;
  for (const name of names) {
    // `{id} blob {bytes}`, a line break, the content, a line break.
    const end = answer.indexOf('\n', at);
    const size = Number(answer.subarray(at, end).toString().split(' ').at(-1));
    found.set(name, answer.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return found;
}

/** @throws Error if git is missing, or refuses */
function git(directory: string, words: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['-C', directory, ...words], {
    input,
    maxBuffer: mostBytes,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

function sayWhy(error: unknown, revision: string): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (isMissing) return 'git is not installed. Name a folder with --against.';
  return `There is no folder and no revision of git "${revision}" to compare with.`;
}
