/** The files of the configuration in force, over which the rows are laid that offices keep. */
import { readFiles } from '../../config/read-files.ts';
import type { SourceFile } from '../../config/source.ts';
import type { ParseCache } from '../../config/stages.ts';
import { collectAdditions } from '../../extension/extension.ts';
import type { CompileRows } from '../../server/lookups/row-keeper.ts';

export interface FilesWithRows {
  readonly compile: CompileRows;
  /** As they are in force. */
  current(): readonly SourceFile[];
  /** Takes the files as they stand now: they have just been found sound. @returns a function that takes that back */
  reload(): () => void;
}

/**
 * @param read the folder's files, where they have been read before
 * @param additions of extensions
 */
export function filesWithRows(
  directory: string,
  read: readonly SourceFile[] = readFiles(directory).files,
  additions = collectAdditions([]),
): FilesWithRows {
  const cache: ParseCache = new Map();
  let files = read;
  return {
    current: () => files,
    async compile(rows) {
      // The compiler is loaded only where something has to be compiled.
      const { compileWithRows } = await import('../../config/kept-rows.ts');
      return compileWithRows(files, rows, { cache, additions });
    },
    reload() {
      const before = files;
      files = readFiles(directory).files;
      return () => {
        files = before;
      };
    },
  };
}
