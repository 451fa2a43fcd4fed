/** The lines that differ between two versions of files: as a patch for `git apply`, and hunk by hunk. */
import { formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

/** A new file has no version before; a file may move. */
export interface FileChange {
  readonly before: { readonly path: string; readonly text: string } | null;
  readonly after: { readonly path: string; readonly text: string };
}

export function renderPatch(changes: readonly FileChange[]): string {
  return changes
    .map(({ before, after }) =>
      formatPatch({
        ...structuredPatch(`a/${before?.path}`, `b/${after.path}`, before?.text ?? '', after.text, '', '', {
          context: 3,
        }),
        ...(before === null && { oldFileName: '/dev/null' }),
        isGit: true,
        isCreate: before === null,
        isRename: before !== null && before.path !== after.path,
      }),
    )
    .join('');
}

/** The hunks without the lines around them. Lines are counted from 1. */
export function hunksBetween(before: string, after: string): readonly StructuredPatchHunk[] {
  return structuredPatch('', '', before, after, '', '', { context: 0 }).hunks;
}
