/** A whole organisation that is no municipality: its configuration is sound, and its cases and stories hold. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const harbour = 'tests/fixtures/harbour';

/** @returns what the command prints, also if it fails */
async function munisipyo(...words: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['src/cli.ts', ...words], {
    env: { ...process.env, CONFIG_DIR: harbour },
    maxBuffer: 64 * 1024 * 1024,
  });
  return run.catch((error: { stdout: string; stderr: string }) => error);
}

test('the configuration of a harbour is sound', async () => {
  const { stdout } = await munisipyo('check', harbour, '--strict', '--format', 'json');
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; file: string; message: string }[];
  };
  expect(diagnostics).toEqual([]);
});

test('the cases and stories of a harbour hold', async () => {
  const { stdout, stderr } = await munisipyo('test', harbour);
  expect(stdout).toBe('');
  const counted = /^(\d+) of (\d+) cases and (\d+) of (\d+) stories hold/.exec(stderr)?.slice(1).map(Number);
  const [cases = 0, allCases, stories = 0, allStories] = counted ?? [];
  expect([cases, stories]).toEqual([allCases, allStories]);
  expect(cases).toBeGreaterThanOrEqual(40);
  expect(stories).toBeGreaterThanOrEqual(12);
});

test('a step of the board is explained with its quorum', async () => {
  const question = [
    'type',
    'exception',
    'grant',
    '--as',
    'board',
    '--state',
    'voting',
    '--given',
    'party: member',
  ];
  const { stdout } = await munisipyo('explain', ...question);
  expect(stdout).toMatch(
    /quorum +yes +quorum: atLeast: 2 .*exception\.yaml:\d+\n +quorum of grant: 0 of 2\n/,
  );
});

test('the page about the harbour names files that there are', () => {
  const page = readFileSync('docs/configure/harbour.md', 'utf8');
  const named = [...page.matchAll(/`((?:[a-z]+\/)+(?:[a-z-]+\.yaml)?)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !existsSync(join(harbour, path)))).toEqual([]);
});
