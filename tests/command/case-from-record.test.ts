/** `munisipyo test --from RECORD`: cases from a record of a real database, without what tells of a person. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withDatabase } from '../../engine/server/database/open-database.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { makeFolder, ROOT } from '../server/server-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
  cpSync(join(ROOT, 'tests/fixtures/library'), join(folder, 'config'), { recursive: true });
  mkdirSync(join(folder, 'config/tests'));
  const filled = run('demo', '--records', '20');
  if (filled.status !== 0) throw new Error(filled.stderr);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

function run(...words: string[]) {
  return runWith('data', words);
}

function runWith(data: string, words: readonly string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: join(folder, data), NODE_ENV: 'development' };
  const options = { encoding: 'utf8', env, cwd: folder } as const;
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'src/cli.ts'), words, options);
  return { status, stdout, stderr };
}

/** The number of a loan that the desk has, with answers of a real person. */
async function aLoan(state = 'asked', left: readonly string[] = []): Promise<string> {
  const settings = readSettings({ DATA_DIR: join(folder, 'data') });
  const data = {
    book: "Maria Clara's diary",
    copies: 2,
    branch: 'harbour',
    is_student: true,
    school: 'Ateneo',
  };
  const kept = Object.fromEntries(Object.entries(data).filter(([name]) => !left.includes(name)));
  const [row] = await withDatabase(settings, (database) =>
    database.query<{ number: string }>({
      name: 'a-loan',
      text: `UPDATE records SET data = $1, state = $2 WHERE id = (
        SELECT id FROM records WHERE type = 'loan' AND number IS NOT NULL ORDER BY number LIMIT 1) RETURNING number`,
      values: [JSON.stringify(kept), state],
    }),
  );
  return row?.number ?? '';
}

test('the cases hold, keep what rules read, and tell of nobody', { timeout: 120_000 }, async () => {
  const number = await aLoan();
  const { status, stdout, stderr } = run('test', '--from', number);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).not.toMatch(/Maria|Clara|Ateneo/);
  const { cases } = parse(stdout);
  expect(cases[0]).toMatchObject({
    as: 'member',
    record: {
      type: 'loan',
      state: 'asked',
      own: true,
      data: { book: expect.any(String), copies: 2, branch: 'harbour', is_student: true },
    },
    refused: { lend: 'by', ask: 'from' },
    kinds: { apply: ['membership/resident', 'membership/student'] },
  });
  expect(cases[1]).toMatchObject({ as: 'desk', steps: { possible: ['lend', 'refuse'] } });

  const out = 'config/tests/from-record.yaml';
  expect(run('test', '--from', number, '--out', out)).toMatchObject({
    status: 0,
    stdout: '',
    stderr: `${out} has 2 cases. They hold.\n`,
  });
  expect(readFileSync(join(folder, out), 'utf8')).toBe(stdout);
  expect(run('check').stdout).toBe('');
  expect(run('test')).toMatchObject({ status: 0, stderr: expect.stringMatching(/^2 of 2 cases hold/) });
});

test('a draft that lacks an answer cannot be sent, and its case says so', { timeout: 120_000 }, async () => {
  const lacking = parse(run('test', '--from', await aLoan('draft', ['book'])).stdout);
  expect(lacking.cases[0]).toMatchObject({ as: 'member', refused: { ask: 'needs/form' } });
  expect(lacking.cases[0]).not.toHaveProperty('steps');
  const complete = parse(run('test', '--from', await aLoan('draft')).stdout);
  expect(complete.cases[0]).toMatchObject({ as: 'member', steps: { possible: ['ask'] } });
});

test(
  'an unknown record, a file that exists and a missing database are refused',
  { timeout: 120_000 },
  async () => {
    expect(run('test', '--from', 'L-1999-00001')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no record "L-1999-00001"\. Did you mean "L-\d{4}-00001"\?\n$/),
    });
    // The number of one record may be the slug of another.
    const [loan] = await withDatabase(readSettings({ DATA_DIR: join(folder, 'data') }), (database) =>
      database.query<{ number: string; slug: string }>(`UPDATE records r SET number = c.slug
      FROM (SELECT slug FROM records WHERE type = 'checklist' LIMIT 1) c
      WHERE r.id = (SELECT id FROM records WHERE type = 'loan' AND number IS NOT NULL LIMIT 1)
      RETURNING r.number, r.slug`),
    );
    expect(run('test', '--from', loan?.number ?? '')).toMatchObject({
      status: 1,
      stderr: `Several records are called "${loan?.number}": checklist/${loan?.number}, loan/${loan?.slug}. Say which.\n`,
    });
    expect(run('test', '--from', `loan/${loan?.slug}`).status).toBe(0);
    expect(run('test', '--from', 'x', '--out', 'config/portal.yaml')).toMatchObject({
      status: 2,
      stderr: 'The file "config/portal.yaml" exists already.\n',
    });
    expect(runWith('nothing', ['test', '--from', 'x'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no database'),
    });
    expect(existsSync(join(folder, 'nothing'))).toBe(false);
  },
);
