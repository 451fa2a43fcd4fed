/** Fills texts in Markdown: each is read once, and what is said of a record is put where its words stand. */
import { escapeMarkdown, fillTemplate, sayPlaceholder, templateOf } from './text-template.ts';
import type { TemplateValues, TextTemplate } from './text-template.ts';

/** What is made of Markdown. */
export interface MarkdownUse<Made> {
  read(markdown: string): Made;
  /** The same with every text in it as `put` gives it. */
  fill(made: Made, put: PutText): Made;
}

/** Puts what is said into a text. */
export type PutText = (text: string, escape?: (said: string) => string) => string;

/**
 * Stands for the placeholder of this number while the Markdown is read: letters of nobody's alphabet, so that they are no
 * sign of Markdown. An address in HTML has them in percent codes.
 */
const mark = (index: number): string => `\uE000${index}\uE001`;
const marks = /(?:\uE000|%EE%80%80)(\d+)(?:\uE001|%EE%80%81)/g;

/** @returns what fills a text of the configuration; what is filled in is read as it is, whatever signs are in it */
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

/** Anything else (nothing, lines, a list) makes other Markdown of the text around it. */
function isInline(said: string | readonly string[]): said is string {
  return typeof said === 'string' && /^\S(?:.*\S)?$/.test(said);
}

function withMarks(parts: TextTemplate['parts']): string {
  let count = 0;
  return parts.map((part) => (typeof part === 'string' ? part : mark(count++))).join('');
}
