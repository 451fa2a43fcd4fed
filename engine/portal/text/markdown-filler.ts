/** Fills texts in Markdown. Each text is parsed once, and values of a record are inserted at its placeholders. */
import { escapeMarkdown, fillTemplate, sayPlaceholder, templateOf } from './text-template.ts';
import type { TemplateValues, TextTemplate } from './text-template.ts';

/** The parsed Markdown. */
export interface MarkdownUse<Made> {
  read(markdown: string): Made;
  /** The same tree, with `put` applied to every text in it. */
  fill(made: Made, put: PutText): Made;
}

/** Inserts values into a text. */
export type PutText = (text: string, escape?: (said: string) => string) => string;

/**
 * Replaces the placeholder of this number while the Markdown is parsed: private-use characters, which are never
 * Markdown syntax.
 * In an HTML address they appear as percent codes.
 */
const mark = (index: number): string => `\uE000${index}\uE001`;
const marks = /(?:\uE000|%EE%80%80)(\d+)(?:\uE001|%EE%80%81)/g;

/**
 * @returns a function that fills a text of the configuration; inserted values are shown literally, whatever
 * characters they contain
 */
export function markdownFiller<Made>(use: MarkdownUse<Made>): (text: string, values: TemplateValues) => Made {
  const known = new Map<string, Made>();
  return (text, values) => {
    const { parts } = templateOf(text);
    const said = parts.flatMap((part) => (typeof part === 'string' ? [] : [sayPlaceholder(part, values)]));
    if (!said.every(isInline)) return use.read(fillTemplate(text, values, escapeMarkdown));
    const made = known.get(text) ?? use.read(withMarks(parts));
    known.set(text, made);
    if (said.length === 0) return made;
    return use.fill(made, (inside, escape = (one) => one) =>
      inside.replaceAll(marks, (_, index: string) => escape(said[Number(index)] ?? '')),
    );
  };
}

/** Any other value (nothing, lines, a list) changes the Markdown around it. */
function isInline(said: string | readonly string[]): said is string {
  return typeof said === 'string' && /^\S(?:.*\S)?$/.test(said);
}

function withMarks(parts: TextTemplate['parts']): string {
  let count = 0;
  return parts.map((part) => (typeof part === 'string' ? part : mark(count++))).join('');
}
