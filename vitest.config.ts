/** Unit and server tests; browser tests drive a real Chromium themselves. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Most files have a process of their own, and many start the portal’s: what Node.js has compiled once it finds there again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'node-compile');

/** What takes longest, by measurement: it comes first, so that all workers end together. */
const longest = [
  /\/kinds-of-/,
  /\/editing/,
  /\/life-cycle/,
  /docs\/documents/,
  /\/waiting-versions/,
  /\/storybook\.test/,
  /command\/versions/,
  /\/main-job/,
  /\/audit/,
  /\/rename/,
  /\/new-permit/,
  /tests\/(browser|command|docs)\//,
  /tests\/(config|diagnostics)\//,
];

const all = ['engine/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'];

/** What changes nothing outside itself shares processes, so that the sources are read once in each and not for each file. */
const together = [
  'engine/{config,portal,react}/**/*.test.{ts,tsx}',
  'tests/{config,diagnostics,parity,portal}/**/*.test.{ts,tsx}',
  // Each has a database and a server of its own; the cycle of life starts and kills whole processes.
  'tests/server/!(life-cycle)*.test.ts',
  'tests/server/*/**/*.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Those that share processes come last, one after the other: then there is one to share. */
function rankOf({ moduleId, project }: TestSpecification): number {
  const found = longest.findIndex((pattern) => pattern.test(moduleId));
  const rank = found === -1 ? longest.length : found;
  return project.name === 'together' ? longest.length + 1 + rank : rank;
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'together', include: together, isolate: false } },
      { extends: true, test: { name: 'apart', include: all, exclude: ['tests/bench', ...together] } },
    ],
    globalSetup: ['tests/server/cluster.ts'],
    setupFiles: process.env['RECORD_CALLS'] ? ['tests/server/record-calls.ts'] : [],
    // On two cores as well, the files run three at a time: most of them wait for a browser or the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // A limit is for what hangs, not for what is slow on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
