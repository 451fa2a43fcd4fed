/** The simulation end to end, over a small configuration: people in one process, real servers in others. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test(
  'people take every transition of the configuration, and the books are sound',
  { timeout: 120_000 },
  async () => {
    const lines = await simulate('--applications', '30', '--seed', '7');
    expect(lines[0]).toMatch(/^30 × Loan, seed 7: \d+ turns by \d+ people; writes answered /);
    expect(lines.filter((line) => line.includes(' reached.') || line.includes('never'))).toEqual([
      '6 of 6 transitions were reached.',
      '8 of 8 states were reached.',
    ]);
    expectSound(lines);
  },
);

test(
  'two servers over one database are killed in the middle of calls, and nothing is lost or done twice',
  { timeout: 120_000 },
  async () => {
    const lines = await simulate('--applications', '3', '--seed', '7', '--processes', '2', '--kill');
    expect(lines[1]).toMatch(
      /^[1-9]\d* servers? (was|were) killed and started again; \d+ calls? (was|were) sent again\.$/,
    );
    expectSound(lines);
  },
);

async function simulate(...words: readonly string[]): Promise<string[]> {
  const env = { ...process.env, CONFIG_DIR: 'tests/fixtures/library' };
  const { stdout } = await run(process.execPath, ['src/cli.ts', 'simulate', ...words], { env });
  return stdout.trim().split('\n');
}

function expectSound(lines: readonly string[]): void {
  const findings = lines.filter((line) => /^(ok|BROKEN) /.test(line));
  expect(findings.length).toBeGreaterThanOrEqual(11);
  expect(findings.filter((line) => !line.startsWith('ok '))).toEqual([]);
}
