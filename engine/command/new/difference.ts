/** The lines that differ between two texts of a file, as a patch shows them. */

interface Hunk {
  /** Line of the old text before which it begins, counted from 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The fewest lines, found by the longest common subsequence of what differs at all. */
export function differenceOf(before: string, after: string): readonly Hunk[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const start = countEqual(old, now, (lines, index) => lines[index]);
  const rest = [old.slice(start), now.slice(start)] as const;
  const end = countEqual(...rest, (lines, index) => lines[lines.length - 1 - index]);
  const [left, right] = rest.map((lines) => lines.slice(0, lines.length - end)) as [string[], string[]];
  const common = commonLengths(left, right);
  const hunks: { line: number; removed: string[]; added: string[] }[] = [];
  let [a, b, isOpen] = [0, 0, false];
  while (a < left.length || b < right.length) {
    if (a < left.length && left[a] === right[b]) {
      [a, b, isOpen] = [a + 1, b + 1, false];
      continue;
    }
    if (!isOpen) hunks.push({ line: start + a + 1, removed: [], added: [] });
    isOpen = true;
    const isAdded = a === left.length || (b < right.length && common(a, b + 1) >= common(a + 1, b));
    if (isAdded) hunks.at(-1)?.added.push(right[b++] ?? '');
    else hunks.at(-1)?.removed.push(left[a++] ?? '');
  }
  return hunks;
}

function countEqual(
  old: readonly string[],
  now: readonly string[],
  lineAt: (lines: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(old.length, now.length);
  let count = 0;
  while (count < most && lineAt(old, count) === lineAt(now, count)) count += 1;
  return count;
}

/** The number of lines that both lists have in common from these two lines on. */
function commonLengths(old: readonly string[], now: readonly string[]): (a: number, b: number) => number {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = now.length - 1; b >= 0; b -= 1) {
      const skip = Math.max(lengths[(a + 1) * width + b] ?? 0, lengths[a * width + b + 1] ?? 0);
      lengths[a * width + b] = old[a] === now[b] ? (lengths[(a + 1) * width + b + 1] ?? 0) + 1 : skip;
    }
  }
  return (a, b) => lengths[a * width + b] ?? 0;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
