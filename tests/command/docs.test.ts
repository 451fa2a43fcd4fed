/** `munisipyo docs` as authors use it: pages about any configuration, without a database. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const cli = join(process.cwd(), 'src/cli.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function docs(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(cli, ['docs', ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** No file may become larger than 1 KB; the pages are. */
function docsOnFullDisk(out: string) {
  const script = 'ulimit -f 1 && exec "$0" docs tests/fixtures/library --out "$1"';
  return spawnSync('bash', ['-c', script, cli, out], { encoding: 'utf8' });
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('each workflow has a page with a diagram, and every link of a page leads to one', () => {
  expect(docs('tests/fixtures/library', '--out', folder)).toMatchObject({ status: 0, stderr: '' });
  expect(read('workflows/loan.md')).toContain('  s1 -- "Lend" --> s2');
  expect(read('requirements.md')).toContain('| Student card | always | uploaded | 1 year |');
  expect(read('charter.md')).toContain('## Loan');
  const pages = globSync('**/*.md', { cwd: folder });
  expect(pages.length).toBeGreaterThan(7);
  for (const page of pages) {
    for (const [, to = ''] of read(page).matchAll(/\]\(([^)]+\.md)\)/g))
      expect(pages).toContain(join(dirname(page), to));
  }
});

test('the pages are in a language of the portal, and replace those of the last time', () => {
  writeFileSync(join(folder, 'charter.md'), 'old');
  expect(docs('config', '--out', folder, '--language', 'fil').status).toBe(0);
  expect(read('charter.md')).toContain('Ang ginagawa ninyo');
  expect(read('permissions/clearance.md')).toContain('sila ang may-ari nito');
});

test('on a full disk the pages of the last time stay whole, and nothing is left of new ones', () => {
  const out = join(folder, 'pages');
  const { status, stderr } = docsOnFullDisk(out);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /pages\/\S+\.md cannot be written: files in \S+ must not become so large\. Nothing was changed\.\n$/,
    ),
  ]);
  expect(readdirSync(folder)).toEqual([]);
  expect(docs('tests/fixtures/library', '--out', out).status).toBe(0);
  const pages = globSync('**/*', { cwd: out });
  const text = 'old\n'.repeat(1000);
  writeFileSync(join(out, 'charter.md'), text);
  expect(docsOnFullDisk(out).status).toBe(1);
  expect(globSync('**/*', { cwd: out })).toEqual(pages);
  expect(readFileSync(join(out, 'charter.md'), 'utf8')).toBe(text);
});

test('a disk on which no folder fits any more keeps none of the new ones', (context) => {
  const disk = ['-t', 'tmpfs', '-o', 'nr_inodes=2', 'tmpfs', folder];
  if (spawnSync('mount', disk).status !== 0) context.skip('Only root may mount a disk.');
  onTestFinished(() => void spawnSync('umount', [folder]));
  const out = join(folder, 'a/b');
  expect(docs('tests/fixtures/library', '--out', out)).toMatchObject({
    status: 1,
    stderr: `${out}/README.md cannot be written: there is no space left on the disk of ${out}. Nothing was changed.\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('output that does not fit on its disk ends a command with one line', () => {
  const script = 'exec "$0" routes > /dev/full';
  const { status, stderr } = spawnSync('bash', ['-c', script, cli], { encoding: 'utf8' });
  const line = 'The output cannot be written: there is no space left on the disk of its folder.\n';
  expect([status, stderr]).toEqual([1, line]);
});

test('a folder that is not there, an unknown language and a broken configuration are refused', () => {
  expect(docs('nowhere').status).toBe(2);
  expect(docs('tests/fixtures/library', '--out', folder, '--language', 'fr')).toMatchObject({
    status: 2,
    stderr: 'The portal has no language "fr", but en.\n',
  });
  const broken = docs('tests/fixtures', '--out', folder);
  expect(broken.status).toBe(1);
  expect(globSync('**/*.md', { cwd: folder })).toEqual([]);
});
