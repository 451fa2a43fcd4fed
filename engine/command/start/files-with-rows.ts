/** The files of the configuration in force, to which the edited rows are applied. */
import { readFiles } from '../../config/read-files.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { ParseCache } from '../../config/stages.ts';
import { collectAdditions } from '../../extension/extension.ts';
import type { CompileRows } from '../../server/portals/row-keeper.ts';

export interface FilesWithRows {
  readonly compile: CompileRows;
  /** The files in force. */
  current(): readonly SourceFile[];
  /** Replaces the files with the present ones, which were just found valid. @returns a function that undoes this */
  reload(): () => void;
  /** With files that are in force and not in the folder. */
  replace(files: readonly SourceFile[]): void;
}

/**
 * @param read the folder's files, if they were read before
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
      // The compiler is loaded only if something must be compiled.
      const { compileWithRows } = await import('../../config/edited-rows.ts');
      return compileWithRows(files, rows, { cache, additions });
    },
    replace(next) {
      files = next;
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
