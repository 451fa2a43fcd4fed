/** Edits of texts: other characters in the place of some. */

export interface TextEdit {
  /** Offsets; both are the same for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits do not overlap; of two at the same place the first counts. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = text;
  let before = Infinity;
  for (const { start, end, text: put } of edits.toSorted((a, b) => b.start - a.start)) {
    if (end > before || (start === before && end === before)) continue;
    edited = edited.slice(0, start) + put + edited.slice(end);
    before = start;
  }
  return edited;
}
