/** Runs what the documents say: YAML that names its file is laid over the configuration and checked, commands are called as typed. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import type { SourceFile } from '../../engine/config/source.ts';
import { root } from '../architecture/sources.ts';

const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].sort().map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

const config = globSync('config/**/*.yaml', { cwd: root }).map(sourceFile);

/** Commands that only read, so that a test may run them as they stand. */
const readOnly = /^npx munisipyo (?:check|routes|explain)\b/;

describe.each(documents)('$path', ({ path, text }) => {
  const whole = fences(text, 'yaml').filter((yaml) => /^# config\/\S+\.yaml/.test(yaml));
  test.each(whole.map((yaml) => [yaml.split('\n')[0]?.slice(2) ?? '', yaml]))(
    'shows %s as it would be accepted',
    (line, yaml) => {
      const file = line.split(/\s/)[0]?.replace(/:$/, '') ?? '';
      const files = [...config.filter((other) => other.path !== file), { ...sourceFile(file), text: yaml }];
      expect(compilePortal(files).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  const commands = [...fences(text, 'sh').flatMap((block) => block.split('\n')), ...inlineCommands(text)];
  const runnable = [...new Set(commands.map((line) => line.trim()).filter((line) => readOnly.test(line)))];
  test.each(runnable)('%s runs as typed', (command) => {
    expect(() => execFileSync('bash', ['-c', command], { cwd: root, stdio: 'pipe' })).not.toThrow();
  });

  test('links to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] ?? '',
    );
    const missing = links.filter((link) => globSync(join(dirname(path), link), { cwd: root }).length === 0);
    expect(missing).toEqual([]);
  });
});

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
