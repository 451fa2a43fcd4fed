/**
 * Runs the examples of the documents: YAML with a file name is merged over the configuration and checked; commands
 * are run as written.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';
import { root } from '../architecture/sources.ts';
import { runIn, type SaidByCommand } from '../command/run-command.ts';
import { configurationWith, folderOf } from './shown-process.ts';

const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].sort().map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

const caches = new Map<string, ParseCache>();

/**
 * Commands that change nothing in version control, which a test may run as written. Those about the garden and the
 * marina are run by the tests of the tutorials.
 */
const readOnly =
  /^npx munisipyo (?:(?:check|routes|explain)\b(?!.*\b(?:garden|gardener|marina)\b)|(?:new|rename) .* --dry-run$|schemas$)/;

test.each(documents)('$path links to files that exist', ({ path, text }) => {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
  const missing = links.filter((link) => globSync(join(dirname(path), link), { cwd: root }).length === 0);
  expect(missing).toEqual([]);
});

test.each(documents.filter(({ text }) => shownFiles(text).length > 0))(
  '$path shows files that are accepted together',
  ({ path, text }) => {
    const folder = folderOf(basename(path, '.md'));
    const cache = caches.get(folder) ?? new Map();
    caches.set(folder, cache);
    const { diagnostics } = compilePortal(configurationWith(shownFiles(text), folder), { cache });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);

const commands = documents.flatMap(({ text }) => [
  ...fences(text, 'sh').flatMap((block) => block.split('\n')),
  ...inlineCommands(text),
]);
const runnable = [...new Set(commands.map((line) => line.trim()).filter((line) => readOnly.test(line)))];

test.each(runnable)('%s runs as typed', async (line) => {
  const said = await runLine(line);
  expect(said).not.toEqual([]);
  expect(said.filter(({ status }) => status !== 0)).toEqual([]);
});

/** `npx` and the process of a command are tested once; the others run here, which compiles `config/` faster. */
async function runLine(line: string): Promise<SaidByCommand[]> {
  if (line === runnable[0]) {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: root, encoding: 'utf8' });
    return [{ status: status ?? -1, stdout, stderr }];
  }
  const said: SaidByCommand[] = [];
  for (const words of wordsOf(line)) said.push(await runIn(root, words));
  return said;
}

/** The words after each `npx munisipyo`, as the shell reads the line. */
function wordsOf(line: string): string[][] {
  const npx = `npx() { shift; printf '%s\\0' "$@"; printf '\\n'; }; `;
  const read = execFileSync('bash', ['-c', `${npx}${line}`], { encoding: 'utf8' });
  return read
    .split('\0\n')
    .slice(0, -1)
    .map((words) => words.split('\0'));
}

/** Blocks that start with the name of their file. */
function shownFiles(text: string): SourceFile[] {
  return fences(text, 'yaml').flatMap((yaml) => {
    const path = /^# (config\/[^\s:]+\.(?:yaml|geojson))/.exec(yaml)?.[1];
    return path === undefined ? [] : [{ ...sourceFile(path), text: yaml }];
  });
}

function sourceFile(path: string): SourceFile {
  const isThere = existsSync(join(root, path));
  return {
    path,
    name: path.slice('config/'.length),
    text: isThere ? readFileSync(join(root, path), 'utf8') : '',
  };
}

function fences(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  );
}

function inlineCommands(text: string): string[] {
  return [...text.matchAll(/`(npx munisipyo [^`]+)`/g)].map((match) => match[1] ?? '');
}
