/** Lists the stories of each configuration file for Storybook, without running them. */
import { relative, sep } from 'node:path';
import type { Indexer } from 'storybook/internal/types';
import { configPortal, root } from './config-portal.ts';
import { storiesOf } from './story-files.ts';

export function createIndexer(): Indexer {
  return {
    test: /[\\/]config[\\/].*\.yaml$/,
    async createIndex(file) {
      const found = storiesOf(await configPortal(), belowRoot(file));
      if (found === null) return [];
      return found.stories.map(({ exportName, name }) => ({
        type: 'story',
        subtype: 'story',
        importPath: file,
        exportName,
        name,
        title: found.title,
        tags: ['dev', 'test'],
      }));
    },
  };
}

/** With forward slashes. */
export function belowRoot(file: string): string {
  return relative(root, file).split(sep).join('/');
}
