/** The repository contains nothing unused; `knip.jsonc` names uses that knip cannot see. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('every file, export, type and package is used', () => {
  const knip = [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress'];
  const { status, stdout } = spawnSync(process.execPath, knip, { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
