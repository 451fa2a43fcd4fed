/** How long a regular expression may take for a text: verdicts of `recheck`, kept in memory and beside the checkout. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { checkSync } from 'recheck';

/** Steps grow with the length of the text to the power of `degree`; exponential growth is `Infinity`. */
export type PatternCost = { readonly is: 'known'; readonly degree: number } | { readonly is: 'unknown' };

const require = createRequire(import.meta.url);
const { version } = require('recheck/package.json') as { version: string };
const cache = fileURLToPath(new URL('../../../.cache/patterns/', import.meta.url));

const known = new Map<string, PatternCost>();
let analyse: typeof checkSync | null = null;

/** @param pattern a regular expression that is well formed */
export function patternCost(pattern: string): PatternCost {
  const found = known.get(pattern) ?? readKept(pattern) ?? analysed(pattern);
  known.set(pattern, found);
  return found;
}

function analysed(pattern: string): PatternCost {
  // The build in plain JavaScript; the others start Java or a native program.
  analyse ??= (require('recheck/lib/browser.js') as { checkSync: typeof checkSync }).checkSync;
  // Up to so many repetitions it decides by proof, which is also faster; beyond, it searches for an attack.
  const verdict = analyse(pattern, 'u', { maxRepeatCount: 60 });
  if (verdict.status === 'unknown') return { is: 'unknown' };
  const degree = degreeOf(verdict.complexity);
  keep(pattern, degree);
  return { is: 'known', degree };
}

function degreeOf({ type, degree = 1 }: { readonly type: string; readonly degree?: number }): number {
  if (type === 'exponential') return Infinity;
  return type === 'polynomial' ? degree : 1;
}

function fileOf(pattern: string): string {
  return `${cache}${createHash('sha256').update(`${version}\n${pattern}`).digest('hex').slice(0, 32)}`;
}

function readKept(pattern: string): PatternCost | null {
  try {
    const degree = Number(readFileSync(fileOf(pattern), 'utf8'));
    return degree >= 1 ? { is: 'known', degree } : null;
  } catch {
    return null;
  }
}

/** Whole or not at all, since several processes may write it at once; a folder that is not writable is ignored. */
function keep(pattern: string, degree: number): void {
  const file = fileOf(pattern);
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, String(degree));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next process analyses it again.
  }
}
