/** Converts offsets in a text to lines and columns, both starting at 1. */

export interface LineMap {
  readonly lineOf: (offset: number) => { readonly line: number; readonly column: number };
  /** The text of a line without its line break; empty if the line does not exist. */
  readonly textOf: (line: number) => string;
}

/** Line starts are computed on first use. */
export function createLineMap(text: string): LineMap {
  let known: readonly number[] | null = null;
  const starts = (): readonly number[] => (known ??= findStarts(text));
  return {
    lineOf(offset) {
      const found = lastAtMost(starts(), offset);
      return { line: found + 1, column: offset - (starts()[found] ?? 0) + 1 };
    },
    textOf(line) {
      const start = starts()[line - 1];
      if (start === undefined) return '';
      return text.slice(start, starts()[line]).replace(/\r?\n$/, '');
    },
  };
}

function findStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Index of the last number that is not greater than the target. */
function lastAtMost(sorted: readonly number[], searched: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= searched) low = middle;
    else high = middle - 1;
  }
  return low;
}
