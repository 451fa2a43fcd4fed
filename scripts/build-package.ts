/** Builds the exports and the command of `package.json` into build/: JavaScript with declarations, and what it reads. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../engine/command/start/build-browser.ts';

const root = join(import.meta.dirname, '..');
const build = join(root, 'build');

/** Read at run time; `dist` is the browser's part. */
const data = [
  'engine/server/database/migrations',
  'engine/locales/fil.yaml',
  'schemas',
  'dist',
  'src/compile-cache.js',
];

await ensureBuilt({ root, say: console.log });
rmSync(build, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
for (const path of data) cpSync(join(root, path), join(build, path), { recursive: true });
// The compiler rewrites imports, but not the paths of modules that child processes run.
for (const path of readdirSync(build, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.js') || path.startsWith('dist')) continue;
  const text = readFileSync(join(build, path), 'utf8');
  const mended = text.replaceAll(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2');
  if (mended !== text) writeFileSync(join(build, path), mended);
}
