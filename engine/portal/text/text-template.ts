/** Texts with placeholders, `{path}` and `{path:format}`: which there are, and what the text says once they are filled. */
import { formatValue, isTextFormat, type Speech, type TextFormat } from './text-format.ts';

export interface Placeholder {
  /** Dotted: `owner`, `application.business_name`. */
  readonly path: string;
  /** Null: as the value is. */
  readonly format: TextFormat | null;
  /** Where it stands in the text. */
  readonly at: number;
  readonly length: number;
}

/** Braces that are no placeholder: a format that is none, or no path at all. They are shown as they stand. */
interface OddBraces {
  readonly at: number;
  readonly length: number;
  readonly text: string;
  /** What stands where a format is expected, or null where there is no path. */
  readonly format: string | null;
}

export interface TextTemplate {
  readonly parts: readonly (string | Placeholder)[];
  /** Each once, in order of appearance. */
  readonly paths: readonly string[];
  readonly odd: readonly OddBraces[];
}

/** What a template is filled with. */
export interface TemplateValues {
  /** How dates, amounts and lists are said. */
  readonly speech: Speech;
  /** Undefined or null where nothing stands at the path. */
  read(path: string): unknown;
  /** The words for a value at this path (title of a state, label of a lookup), or null where it speaks for itself. */
  label(path: string, value: unknown): string | null;
}

const braces = /\{([^{}\n]*)\}/g;
const pathPattern = /^[A-Za-z_][\w-]*(\.[\w-]+)*$/;

/** Never throws: what is no placeholder stays text and is listed as odd. */
export function parseTemplate(text: string): TextTemplate {
  const parts: (string | Placeholder)[] = [];
  const odd: OddBraces[] = [];
  let end = 0;
  for (const match of text.matchAll(braces)) {
    const [whole, inner = ''] = match;
    const found = readBraces(inner, { at: match.index, length: whole.length });
    if ('text' in found) {
      odd.push({ ...found, text: whole });
      continue;
    }
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(found);
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  const paths = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.path]));
  return { parts, paths: [...new Set(paths)], odd };
}

const templates = new Map<string, TextTemplate>();

/** The same for a text of the configuration: it is filled many times and read once. */
export function templateOf(text: string): TextTemplate {
  const template = templates.get(text) ?? parseTemplate(text);
  templates.set(text, template);
  return template;
}

/**
 * The text with every placeholder filled; one that names nothing is empty. Never throws.
 * @param text of the configuration
 * @param escape what is done to a filled value, where the text around it is markup
 */
export function fillTemplate(
  text: string,
  values: TemplateValues,
  escape: (text: string) => string = (said) => said,
): string {
  const { parts } = templateOf(text);
  return parts.map((part) => (typeof part === 'string' ? part : fill(part, values, escape))).join('');
}

/** What a placeholder says, as it is; its lines where a list was asked for. Empty where it names nothing. */
export function sayPlaceholder(
  { path, format }: Placeholder,
  values: TemplateValues,
): string | readonly string[] {
  const value = values.read(path);
  if (value === null || value === undefined || value === '') return '';
  const label = (one: unknown): string | null => values.label(path, one);
  return formatValue(value, { format, speech: values.speech, label });
}

/** A value in Markdown that is read as it is written: nobody puts a link or a heading into a text by his name. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll(/\s*\n\s*/g, '  \n');
}

function fill(part: Placeholder, values: TemplateValues, escape: (text: string) => string): string {
  const said = sayPlaceholder(part, values);
  return typeof said === 'string' ? escape(said) : said.map((line) => `- ${escape(line)}`).join('\n');
}

function readBraces(
  inner: string,
  place: { readonly at: number; readonly length: number },
): Placeholder | OddBraces {
  const [path = '', format, ...more] = inner.split(':').map((word) => word.trim());
  if (!pathPattern.test(path) || more.length > 0) return { ...place, text: '', format: null };
  if (format === undefined) return { ...place, path, format: null };
  if (!isTextFormat(format)) return { ...place, text: '', format };
  return { ...place, path, format };
}
