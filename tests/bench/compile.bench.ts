/**
 * Checking thousands of generated requirement kinds: by the command, which knows nothing of them yet; after an edit of
 * one in a process that stays; and by the command again. Processor time, and for the command also the time on the clock.
 * Beside it, the processor time of parsing the same YAML.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPictureName } from '../../engine/config/pictures.ts';
import { generatedConfig } from './generated-config.ts';
import type { Comparison } from './measure.ts';

const worker = fileURLToPath(new URL('compile-once.ts', import.meta.url));
/** Compiled modules are cached, as the command does. */
const options = ['--import', new URL('../../src/compile-cache.js', import.meta.url).href];
const kinds = 4_000;

export async function* run(): AsyncGenerator<Comparison> {
  const floor = timeOf('parse', String(kinds)).processor;
  const half = commandTimes(kinds / 2);
  const { cold, changed } = commandTimes(kinds);
  yield goal(`cold check of ${kinds} more kinds, processor time`, cold.processor, { floor, most: 8_000 });
  yield goal(`cold check of ${kinds} more kinds, on the clock`, cold.clock, { floor, most: 8_000 });
  yield {
    name: `cold check, ${kinds} kinds against ${kinds / 2}`,
    unit: 'times',
    ours: cold.processor / half.cold.processor,
    floor: null,
    ratio: null,
    goal: 'linear: at most 2.2',
    isMet: cold.processor / half.cold.processor <= 2.2,
  };
  const again = timeOf('again', String(kinds)).processor;
  yield goal('one changed file of them, in a process that stays', again, { floor, most: 1_000 });
  const name = 'one changed file of them, by a new command';
  yield goal(`${name}, processor time`, changed.processor, { floor, most: 1_000 });
  yield goal(`${name}, on the clock`, changed.clock, { floor, most: 1_000 });
}

function goal(
  name: string,
  ours: number,
  { floor, most }: { readonly floor: number; readonly most: number },
): Comparison {
  return {
    name,
    unit: 'ms',
    ours,
    floor,
    ratio: ours / floor,
    goal: `at most ${most.toLocaleString('en')} ms`,
    isMet: ours <= most,
  };
}

/** Milliseconds. */
interface TaskTimes {
  readonly processor: number;
  readonly clock: number;
}

/** The first run of the command over a folder, and the second, before which one file has changed. */
function commandTimes(count: number): { readonly cold: TaskTimes; readonly changed: TaskTimes } {
  const folder = mkdtempSync(join(tmpdir(), 'munisipyo-bench-'));
  try {
    const files = generatedConfig(count);
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, isPictureName(name) ? 'base64' : 'utf8');
    }
    const cold = timeOf('check', folder);
    const last = files.at(-1);
    writeFileSync(join(folder, last?.name ?? ''), last?.text.replace('title: Maker', 'title: Made by') ?? '');
    return { cold, changed: timeOf('check', folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param subject the number of kinds, or a folder */
function timeOf(task: string, subject: string): TaskTimes {
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, [...options, worker, task, subject], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const clock = performance.now() - start;
  if (status !== 0) throw new Error(stderr);
  return { processor: Number(stdout.trimEnd().split('\n').at(-1)), clock };
}
