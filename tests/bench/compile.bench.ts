/**
 * Cold compilation of thousands of generated requirement kinds against parsing the same YAML, each in a fresh
 * process.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTurn, type Comparison } from './measure.ts';

const worker = fileURLToPath(new URL('compile-once.ts', import.meta.url));
/** At least twice: quadratic growth shows at the larger size. */
const sizes = [2_000, 5_000];

export async function run(): Promise<Comparison[]> {
  const found: Comparison[] = [];
  for (const size of sizes) found.push(await compare(size));
  return found;
}

async function compare(size: number): Promise<Comparison> {
  const { ours, floor } = await inTurn(
    5,
    () => timeOf('compile', size),
    () => timeOf('parse', size),
  );
  const ratio = ours / floor;
  return {
    name: `cold compile of ${size.toLocaleString('en')} kinds`,
    unit: 'ms',
    ours,
    floor,
    ratio,
    goal: 'at most 1.5 times a bare parse',
    isMet: ratio <= 1.5,
  };
}

async function timeOf(what: 'compile' | 'parse', size: number): Promise<number> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [worker, what, String(size)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
