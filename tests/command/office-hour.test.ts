/** An hour of office work, shortened: two servers, open pages, messages and claims, over a small configuration. */
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

test(
  'after an hour of work every open page shows what the database says, without a reload',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'munisipyo-hour-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync('tests/fixtures/library', folder, { recursive: true });
    // The library itself has no claims.
    appendFileSync(
      join(folder, 'records/loan.yaml'),
      'claim:\n  by: { department: desk }\n  assignedBy: { department: desk, can: access }\n',
    );
    const words = ['--office-hour', '--people', '12', '--minutes', '60', '--seed', '7'];
    const run = promisify(execFile)(process.execPath, ['src/cli.ts', 'simulate', ...words], {
      env: { ...process.env, CONFIG_DIR: folder },
    });
    // With exit code 1, the output says what differs.
    const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
    const [said = '', ...findings] = stdout.trim().split('\n');
    expect(said).toMatch(/^60 minutes, 12 people signed in over 2 servers, seed 7: /);
    // Both kinds of work happened, and pages heard of it.
    for (const kind of ['answer', 'new thread', 'thread read', 'claim', 'release'])
      expect(said).toMatch(new RegExp(`[1-9]\\d* × ${kind}[,;]`));
    expect(said).toMatch(/ [1-9]\d* events heard;/);
    expect(findings.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(findings).toHaveLength(6);
  },
);
