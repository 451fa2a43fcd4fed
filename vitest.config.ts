/** Unit and server tests; browser tests drive a real Chromium themselves. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['engine/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'dist', 'tests/bench'],
    globalSetup: ['tests/server/cluster.ts'],
    // On two cores as well, the files run two at a time: most of them wait for a browser or the database.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
