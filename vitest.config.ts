/** Unit and server tests; browser tests drive a real Chromium themselves. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Each file has a process of its own, and many start the portal's: what Node.js has compiled once it finds there again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'node-compile');

/** What takes longest, by measurement: it comes first, so that all workers end together. */
const longest = [
  /\/kinds-of-/,
  /\/new-permit/,
  /browser\/main-job/,
  /\/storybook\.test/,
  /\/life-cycle/,
  /\/alive/,
  /\/filing/,
  /tests\/(browser|docs)\//,
  /tests\/(config|diagnostics)\//,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((pattern) => pattern.test(moduleId));
  return rank === -1 ? longest.length : rank;
}

export default defineConfig({
  test: {
    include: ['engine/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'dist', 'tests/bench'],
    globalSetup: ['tests/server/cluster.ts'],
    // On two cores as well, the files run three at a time: most of them wait for a browser or the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // A limit is for what hangs, not for what is slow on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
