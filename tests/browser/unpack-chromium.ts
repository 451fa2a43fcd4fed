/**
 * A separate process, because the package unpacks into the temporary folder: TMPDIR sets it, and only one unpacks at
 * a time.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../../engine/server/process/lock.ts';

const folder = tmpdir();
const complete = join(folder, 'complete');
const unlock = takeLock(`${folder}.lock`, 300_000);
if (unlock === null) throw new Error(`Another process does not end unpacking into ${folder}.`);
try {
  if (!existsSync(complete)) await unpack();
} finally {
  unlock();
}

/** An interrupted process leaves pieces that look complete. */
async function unpack(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const { default: chromium } = await import('@sparticuz/chromium');
  // It unpacks for one account only; other accounts with access to the checkout run tests too.
  await chmod(await chromium.executablePath(), 0o755);
  const fonts = join(folder, 'fonts', 'fonts.conf');
  const settings = (await readFile(fonts, 'utf8')).replaceAll('/tmp/', `${folder}/`);
  // A character that the page's font lacks is drawn with a system font, as for everybody else.
  await writeFile(fonts, settings.replace('<dir>', '<dir>/usr/share/fonts</dir>\n  <dir>'));
  await writeFile(complete, '');
}
