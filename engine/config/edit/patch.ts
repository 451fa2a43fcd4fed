/** The lines that differ between two versions of files: as a patch for `git apply`, and hunk by hunk. */
import { formatPatch, type StructuredPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

/** A new file has no version before; a file may move. */
export interface FileChange {
  readonly before: { readonly path: string; readonly text: string } | null;
  readonly after: { readonly path: string; readonly text: string };
}

export function renderPatch(changes: readonly FileChange[]): string {
  return changes
    .map(({ before, after }) =>
      formatPatch({
        ...compareLines(before?.text ?? '', after.text, 3),
        oldFileName: before === null ? '/dev/null' : `a/${before.path}`,
        newFileName: `b/${after.path}`,
        isGit: true,
        isCreate: before === null,
        isRename: before !== null && before.path !== after.path,
      }),
    )
    .join('');
}

/** The hunks without the lines around them. Lines are counted from 1. */
export function hunksBetween(before: string, after: string): readonly StructuredPatchHunk[] {
  return compareLines(before, after, 0).hunks;
}

/** Added and removed lines up to which it is looked for the fewest: the time grows with their square. */
const mostEdits = 500;

/** Where more lines differ, all of them count as changed: such a patch fits only if others changed none of them. */
export function compareLines(before: string, after: string, context: number): StructuredPatch {
  const options = { context, maxEditLength: mostEdits };
  return (
    structuredPatch('a', 'b', before, after, undefined, undefined, options) ?? replaceLines(before, after)
  );
}

function replaceLines(before: string, after: string): StructuredPatch {
  const [removed, added] = [markLines('-', before), markLines('+', after)];
  const hunk = {
    oldStart: 1,
    oldLines: removed.count,
    newStart: 1,
    newLines: added.count,
    lines: [...removed.lines, ...added.lines],
  };
  const names = { oldFileName: 'a', newFileName: 'b', oldHeader: undefined, newHeader: undefined };
  return { ...names, hunks: [hunk] };
}

function markLines(mark: '+' | '-', text: string): { readonly lines: string[]; readonly count: number } {
  if (text === '') return { lines: [], count: 0 };
  const isEnded = text.endsWith('\n');
  const lines = (isEnded ? text.slice(0, -1) : text).split('\n').map((line) => `${mark}${line}`);
  return { lines: isEnded ? lines : [...lines, '\\ No newline at end of file'], count: lines.length };
}
