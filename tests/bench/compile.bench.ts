/**
 * Checking thousands of generated requirement kinds, all of them and after an edit of one, beside parsing the same
 * YAML: processor time, each in a fresh process.
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
  const floor = timeOf('parse', String(kinds));
  const cold = timeOf('compile', String(kinds));
  yield goal(`cold check of ${kinds} more kinds`, cold, { floor, most: 8_000 });
  const half = timeOf('compile', String(kinds / 2));
  yield {
    name: `cold check, ${kinds} kinds against ${kinds / 2}`,
    unit: 'times',
    ours: cold / half,
    floor: null,
    ratio: null,
    goal: 'linear: at most 2.2',
    isMet: cold / half <= 2.2,
  };
  const again = timeOf('again', String(kinds));
  yield goal('one changed file of them, in a process that stays', again, { floor, most: 1_000 });
  yield goal('one changed file of them, by a new command', timeOfCommand(), { floor, most: 1_000 });
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

/** The second run of the command over a folder, in which one file has changed. */
function timeOfCommand(): number {
  const folder = mkdtempSync(join(tmpdir(), 'munisipyo-bench-'));
  try {
    const files = generatedConfig(kinds);
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, isPictureName(name) ? 'base64' : 'utf8');
    }
    timeOf('check', folder);
    const last = files.at(-1);
    writeFileSync(join(folder, last?.name ?? ''), last?.text.replace('title: Maker', 'title: Made by') ?? '');
    return timeOf('check', folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param subject the number of kinds, or a folder */
function timeOf(task: string, subject: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...options, worker, task, subject], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout.trimEnd().split('\n').at(-1));
}
