/** Shows what a draft adds: one line for each file, or a patch. */
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { differenceOf } from './difference.ts';
import type { DraftChange } from './draft.ts';

/** `  create  config/fees/x.yaml  12 lines` and `  insert  config/groups.yaml:4  …` */
export function renderDraft(changes: readonly DraftChange[]): string {
  const lines = changes.flatMap(({ path, before, after }): [string, string, string][] => {
    if (before === null)
      return [['create', path, countOfNoun(after.split('\n').length - 1, 'line', 'lines')]];
    return differenceOf(before, after).map(({ line, added }) => [
      'insert',
      `${path}:${line}`,
      added.length > 1 ? countOfNoun(added.length, 'line', 'lines') : shorten(added[0] ?? ''),
    ]);
  });
  const width = Math.max(0, ...lines.map(([, place]) => place.length));
  return lines.map(([what, place, said]) => `  ${what}  ${place.padEnd(width)}  ${said}\n`).join('');
}

/** As `git diff` shows it, without context. */
export function renderPatch(changes: readonly DraftChange[]): string {
  return changes
    .map(({ path, before, after }) => {
      const hunks = differenceOf(before ?? '', after).map(
        ({ line, removed, added }) =>
          `@@ line ${line} @@\n${removed.map((one) => `-${one}\n`).join('')}${added.map((one) => `+${one}\n`).join('')}`,
      );
      return `--- ${before === null ? '/dev/null' : path}\n+++ ${path}\n${hunks.join('')}`;
    })
    .join('');
}

function shorten(line: string): string {
  const text = line.trim();
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
