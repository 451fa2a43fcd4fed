/** The configuration files that a page of the documentation shows, and the configuration with them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import { root } from '../architecture/sources.ts';

/** @param name of the page, without `.md` */
export function readPage(name: string): string {
  return readFileSync(join(root, `docs/configure/${name}.md`), 'utf8');
}

/** The files that it shows, such as `# config/fees/mooring.yaml`. */
export function filesShownIn(page: string): SourceFile[] {
  return [...page.matchAll(/^```yaml\n# config\/(\S+\.yaml)\n([\s\S]*?)^```/gm)].map(
    ([, name = '', text = '']) => ({ name, path: `config/${name}`, text }),
  );
}

/** The pages whose examples belong to the harbour. Those of the others belong to the configuration of the project. */
const pagesOfHarbour = ['several-people', 'workflows', 'reports'];

/** @returns the folder of the configuration to which the examples of a page belong */
export function folderOf(name: string): string {
  return pagesOfHarbour.includes(name) ? 'tests/fixtures/harbour' : 'config';
}

/** The configuration in `folder` with these files. They replace those of the same name. */
export function configurationWith(shown: readonly SourceFile[], folder = 'config'): SourceFile[] {
  const names = new Set(shown.map(({ name }) => name));
  const others = readFiles(join(root, folder)).files.filter(({ name }) => !names.has(name));
  return [...others.map((file) => ({ ...file, path: `config/${file.name}` })), ...shown];
}
