/** Shows what a draft adds, one line for each place. */
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { type FileChange, hunksBetween } from '../../config/edit/patch.ts';

/** `  create  config/fees/x.yaml  12 lines` and `  insert  config/groups.yaml:4  …` */
export function renderDraft(changes: readonly FileChange[]): string {
  const lines = changes.flatMap(({ before, after: { path, text } }): [string, string, string][] => {
    if (before === null) return [['create', path, countOfNoun(text.split('\n').length - 1, 'line', 'lines')]];
    return hunksBetween(before.text, text).map(({ newStart, newLines, lines: [...changed] }) => [
      'insert',
      `${path}:${newStart}`,
      newLines > 1 ? countOfNoun(newLines, 'line', 'lines') : shorten(changed.at(-1)?.slice(1) ?? ''),
    ]);
  });
  const width = Math.max(0, ...lines.map(([, place]) => place.length));
  return lines.map(([what, place, said]) => `  ${what}  ${place.padEnd(width)}  ${said}\n`).join('');
}

function shorten(line: string): string {
  const text = line.trim();
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
