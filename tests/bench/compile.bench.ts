/** A cold compile of 2,000 generated requirement kinds against a bare parse of the same YAML, each in a fresh process. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn, type Comparison } from './measure.ts';

const worker = fileURLToPath(new URL('compile-once.ts', import.meta.url));

export async function run(): Promise<Comparison[]> {
  const { ours, floor } = await inTurn(
    5,
    () => timeOf('compile'),
    () => timeOf('parse'),
  );
  const ratio = ours / floor;
  return [
    {
      name: 'cold compile of 2,000 kinds',
      unit: 'ms',
      ours,
      floor,
      ratio,
      goal: 'at most 2 times a bare parse',
      isMet: ratio <= 2,
    },
  ];
}

async function timeOf(what: 'compile' | 'parse'): Promise<number> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [worker, what], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
