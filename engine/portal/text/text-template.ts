/** Texts with placeholders, `{path}` and `{path:format}`: finds and fills them. */
import { formatValue, isTextFormat, type Speech, type TextFormat } from './text-format.ts';

export interface Placeholder {
  /** Dotted: `owner`, `application.business_name`. */
  readonly path: string;
  /** Null: no format. */
  readonly format: TextFormat | null;
  /** Position in the text. */
  readonly at: number;
  readonly length: number;
}

/** Braces that are not a placeholder: an unknown format, or no path. They are shown unchanged. */
interface OddBraces {
  readonly at: number;
  readonly length: number;
  readonly text: string;
  /** The text in the place of a format; null if there is no path. */
  readonly format: string | null;
}

export interface TextTemplate {
  readonly parts: readonly (string | Placeholder)[];
  /** Each once, in order of appearance. */
  readonly paths: readonly string[];
  readonly odd: readonly OddBraces[];
}

/** The values for a template. */
export interface TemplateValues {
  /** The formats of dates, amounts and lists. */
  readonly speech: Speech;
  /** Undefined or null if the path has no value. */
  read(path: string): unknown;
  /** The title for a value at this path (of a state or lookup row); null if the value needs none. */
  label(path: string, value: unknown): string | null;
  /** The currency of an amount at this path; undefined: that of the portal. */
  currency(path: string): string | undefined;
}

const braces = /\{([^{}\n]*)\}/g;
const pathPattern = /^[A-Za-z_][\w-]*(\.[\w-]+)*$/;

/** Never throws: text that is not a placeholder stays text and is listed as odd. */
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

/** The same for a text of the configuration, which is parsed once and filled many times. */
export function templateOf(text: string): TextTemplate {
  const template = templates.get(text) ?? parseTemplate(text);
  templates.set(text, template);
  return template;
}

/**
 * The text with every placeholder filled; an unknown name gives an empty text. Never throws.
 * @param text of the configuration
 * @param escape applied to each inserted value, if the text is markup
 */
export function fillTemplate(
  text: string,
  values: TemplateValues,
  escape: (text: string) => string = (said) => said,
): string {
  const { parts } = templateOf(text);
  return parts.map((part) => (typeof part === 'string' ? part : fill(part, values, escape))).join('');
}

/** The value of a placeholder; its lines if the format is `list`. Empty for an unknown name. */
export function sayPlaceholder(
  { path, format }: Placeholder,
  values: TemplateValues,
): string | readonly string[] {
  const value = values.read(path);
  if (value === null || value === undefined || value === '') return '';
  const label = (one: unknown): string | null => values.label(path, one);
  const currency = format === 'money' ? values.currency(path) : undefined;
  return formatValue(value, { format, speech: values.speech, label, currency });
}

/** A value inserted into Markdown literally, so that nobody can add a link or heading through their name. */
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
