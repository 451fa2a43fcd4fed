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

/** The configuration of the project with these files. They replace those of the same name. */
export function configurationWith(shown: readonly SourceFile[]): SourceFile[] {
  const names = new Set(shown.map(({ name }) => name));
  const others = readFiles(join(root, 'config')).files.filter(({ name }) => !names.has(name));
  return [...others.map((file) => ({ ...file, path: `config/${file.name}` })), ...shown];
}
