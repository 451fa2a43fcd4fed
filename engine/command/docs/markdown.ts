/** Writes the parts of a page in Markdown: tables, lists and diagrams. */
import { escapeMarkdown } from '../../plan/render-plan.ts';

/** A page, by its path in the folder of the pages. */
export interface MarkdownPage {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** @param parts paragraphs, tables and lists; those that say nothing are left out */
export function pageOf(name: string, title: string, parts: readonly (string | null)[]): MarkdownPage {
  const said = parts.filter((part) => part !== null && part !== '');
  return { name, title, text: `${[`# ${escapeMarkdown(title)}`, ...said].join('\n\n')}\n` };
}

export function heading(level: 2 | 3, title: string): string {
  return `${'#'.repeat(level)} ${escapeMarkdown(title)}`;
}

/** @returns '' without rows */
export function table(head: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  if (rows.length === 0) return '';
  return [head.map(cell), head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function cell(text: string | null): string {
  return escapeMarkdown(text ?? '').replaceAll(/\s+/g, ' ');
}

/** @returns '' if none of the lines says anything */
export function list(lines: readonly (string | null)[]): string {
  return lines
    .filter((line) => line !== null && line !== '')
    .map((line) => `- ${cell(line)}`)
    .join('\n');
}

interface DiagramArrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isBroken: boolean;
}

/** A diagram that code hosts draw. @param boxes key → title */
export function diagram(boxes: ReadonlyMap<string, string>, arrows: readonly DiagramArrow[]): string {
  const ids = new Map(Array.from(boxes.keys(), (key, at) => [key, `s${at}`]));
  const lines = [
    ...Array.from(boxes, ([key, title]) => `  ${ids.get(key)}["${quoted(title)}"]`),
    ...arrows.map(({ from, to, label, isBroken }) => {
      const arrow = isBroken ? `-. "${quoted(label)}" .->` : `-- "${quoted(label)}" -->`;
      return `  ${ids.get(from)} ${arrow} ${ids.get(to)}`;
    }),
  ];
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

function quoted(text: string): string {
  return text.replaceAll('"', '#quot;').replaceAll(/[<>]/g, (mark) => (mark === '<' ? '#lt;' : '#gt;'));
}
