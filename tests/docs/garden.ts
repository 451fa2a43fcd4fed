/** The pages that write a portal file by file, and the files of the garden as they are at its end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../../engine/config/source/source.ts';
import { root } from '../architecture/sources.ts';

export const tutorial = readTutorial('tutorial');

/** @param name of the page, without `.md` */
export function readTutorial(name: string): string {
  return readFileSync(join(root, `docs/configure/${name}.md`), 'utf8');
}

/** Later ones replace earlier ones of the same path. @param page a part of a tutorial, or all of it */
export function filesOf(page: string): SourceFile[] {
  const found = [...page.matchAll(/^```yaml\n# ((?:garden|marina)\/(\S+))\n([\s\S]*?)^```/gm)].map(
    ([, path = '', name = '', text = '']) => [path, { path, name, text }] as const,
  );
  return [...new Map(found).values()];
}
