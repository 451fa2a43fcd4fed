/** Compares two versions of a file line by line. */

export interface ChangedLines {
  /** The number of unchanged or handled lines before, in each version. */
  readonly start: readonly [before: number, after: number];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Finds what a rename changes: lines with other words, and lines in between. So a short look ahead is enough. */
export function changedLines(before: readonly string[], after: readonly string[]): ChangedLines[] {
  const changes: ChangedLines[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    if (before[one] === after[other]) {
      one += 1;
      other += 1;
      continue;
    }
    const [gone, come] = nextSame(before.slice(one), after.slice(other));
    changes.push({
      start: [one, other],
      removed: before.slice(one, one + gone),
      added: after.slice(other, other + come),
    });
    one += gone;
    other += come;
  }
  return changes;
}

/** The fewest lines to leave out on both sides until both go on alike. */
function nextSame(before: readonly string[], after: readonly string[]): readonly [number, number] {
  for (let sum = 1; sum < before.length + after.length; sum += 1) {
    const most = Math.min(sum, before.length);
    for (let gone = Math.max(0, sum - after.length); gone <= most; gone += 1) {
      const line = before[gone];
      if (line !== undefined && line === after[sum - gone] && line.trim() !== '') return [gone, sum - gone];
    }
  }
  return [before.length, after.length];
}
