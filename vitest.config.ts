/** Unit and server tests; browser tests drive a real Chromium themselves. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['engine/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'dist', 'tests/bench'],
    globalSetup: ['tests/server/cluster.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
