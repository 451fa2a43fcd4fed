/** Unit and server tests; browser tests drive a real Chromium themselves. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Each file has a process of its own, and many start the portal's: what Node.js has compiled once it finds there again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'node-compile');

/** Browsers and whole servers take minutes, all else seconds: they come first, so that all workers end together. */
const long = /\/tests\/(browser|storybook)\/|life-cycle/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(long.test(b.moduleId)) - Number(long.test(a.moduleId)));
  }
}

export default defineConfig({
  test: {
    include: ['engine/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'dist', 'tests/bench'],
    globalSetup: ['tests/server/cluster.ts'],
    // On two cores as well, the files run two at a time: most of them wait for a browser or the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
