/** The simulation from end to end, over a small configuration: people in one thread, the real server in another. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test(
  'people work through what they file until nothing is open, and the books are sound',
  { timeout: 120_000 },
  async () => {
    const args = ['src/cli.ts', 'simulate', '--applications', '3', '--seed', '7'];
    const env = { ...process.env, CONFIG_DIR: 'tests/fixtures/library' };
    const { stdout } = await run(process.execPath, args, { env });
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^3 × Loan, seed 7: \d+ turns by \d+ people; writes answered /);
    const findings = lines.filter((line) => /^(ok|BROKEN) /.test(line));
    expect(findings.length).toBeGreaterThanOrEqual(8);
    expect(findings.filter((line) => !line.startsWith('ok '))).toEqual([]);
  },
);
