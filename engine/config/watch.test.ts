/** A watched configuration: valid changes are published, invalid ones are refused. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Portal } from '../portal/model/portal.ts';
import { loadPortal } from './load.ts';
import { watchPortal } from './watch.ts';

interface WatchedFolder {
  readonly directory: string;
  /** The next event of the watcher: a portal, or the codes of the errors. */
  readonly next: () => Promise<Portal | string[]>;
}

/** @param below the library is a base of this name beside the folder; left out: it is the folder */
async function watchLibrary(below?: string): Promise<WatchedFolder> {
  const around = mkdtempSync(join(tmpdir(), 'watched-'));
  const directory = join(around, 'config');
  cpSync('tests/fixtures/library', join(around, below ?? 'config'), { recursive: true });
  if (below !== undefined) {
    mkdirSync(directory);
    writeFileSync(join(directory, 'portal.yaml'), `extends: ../${below}\n`);
  }
  const said: (Portal | string[])[] = [];
  const { portal } = await loadPortal(directory);
  const watching = watchPortal(directory, {
    onPortal: (changed) => said.push(changed),
    onRefused: (diagnostics) => said.push(diagnostics.map(({ code }) => code)),
    ...(portal ? { current: portal.hash } : {}),
    onFailure: (error) => said.push([String(error)]),
    compile: () => loadPortal(directory),
    quiet: 30,
  });
  onTestFinished(() => {
    watching.close();
    rmSync(around, { recursive: true, force: true });
  });
  const next = async (): Promise<Portal | string[]> => {
    await expect.poll(() => said.length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
    return said.shift() ?? [];
  };
  return { directory, next };
}

const kind = 'title: Visitor membership\nchecklist:\n  - { paper: proof-of-address }\n';

test('a new file is in force without a restart', async () => {
  const { directory, next } = await watchLibrary();
  writeFileSync(join(directory, 'requirements/membership/visitor.yaml'), kind);
  expect(await next()).toMatchObject({ kinds: { 'membership/visitor': { title: 'Visitor membership' } } });
});

test('a file that an editor saves by renaming is taken up again and again', async () => {
  const { directory, next } = await watchLibrary();
  const path = join(directory, 'lookups/branch.yaml');
  for (const title of ['Houses', 'Places']) {
    writeFileSync(`${path}~`, readFileSync(path, 'utf8').replace(/title: .*/, `title: ${title}`));
    renameSync(`${path}~`, path);
    expect(await next()).toMatchObject({ lookups: { branch: { title } } });
  }
});

test('a file of the base is taken up', async () => {
  const { directory, next } = await watchLibrary('city');
  const path = join(directory, '../city/lookups/branch.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/title: .*/, 'title: Houses'));
  expect(await next()).toMatchObject({ lookups: { branch: { title: 'Houses' } } });
});

test('a broken file is refused, and its correction is taken up', async () => {
  const { directory, next } = await watchLibrary();
  const path = join(directory, 'groups.yaml');
  const sound = readFileSync(path, 'utf8');
  writeFileSync(path, sound.replace('kind:', 'kin:'));
  expect(await next()).toContain('schema/unknown-key');
  writeFileSync(path, sound);
  expect(await next()).toHaveProperty('groups.staffed');
});

test('a new folder with a file in it is seen', async () => {
  const { directory, next } = await watchLibrary();
  mkdirSync(join(directory, 'requirements/reading'));
  writeFileSync(
    join(directory, 'requirements/reading/set.yaml'),
    'title: Reading\noffice: desk\nunder: loan\n',
  );
  writeFileSync(join(directory, 'requirements/reading/group.yaml'), kind);
  let said = await next();
  if (Array.isArray(said) || !('reading/group' in said.kinds)) said = await next();
  expect(said).toHaveProperty(['kinds', 'reading/group']);
});
