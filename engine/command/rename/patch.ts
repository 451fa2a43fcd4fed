/** Writes changed files as a patch that `git apply --unidiff-zero` takes. */
import { changedLines, type ChangedLines } from '../../symbols/changed-lines.ts';
import type { RenamedFile } from '../../symbols/rename.ts';

export function renderPatch(files: readonly RenamedFile[]): string {
  return files.map(renderFile).join('');
}

function renderFile({ before, after }: RenamedFile): string {
  const isMoved = before.path !== after.path;
  const moved = isMoved ? `rename from ${before.path}\nrename to ${after.path}\n` : '';
  const head = `diff --git a/${before.path} b/${after.path}\n${moved}`;
  const hunks = changedLines(before.text.split('\n'), after.text.split('\n')).map(renderHunk);
  if (hunks.length === 0) return head;
  return `${head}--- a/${before.path}\n+++ b/${after.path}\n${hunks.join('')}`;
}

function renderHunk({ start: [before, after], removed, added }: ChangedLines): string {
  const lines = [...removed.map((line) => `-${line}\n`), ...added.map((line) => `+${line}\n`)];
  return `@@ -${rangeOf(before, removed)} +${rangeOf(after, added)} @@\n${lines.join('')}`;
}

/** An empty range stands at the line before it. */
function rangeOf(start: number, { length }: readonly string[]): string {
  return `${length === 0 ? start : start + 1},${length}`;
}
