/**
 * Markdown as a small tree: paragraphs, headings, lists, tables. Everything else is plain text, as are the values that
 * are filled in.
 */
import { Marked, type Token, type Tokens } from 'marked';
import { unescapeHtml } from './html.ts';
import {
  escapeMarkdown,
  fillTemplate,
  sayPlaceholder,
  templateOf,
  type TemplateValues,
  type TextTemplate,
} from './text-template.ts';

/** The parsed Markdown. */
export interface MarkdownUse<Made> {
  read(markdown: string): Made;
  /** The same tree, with `put` applied to every text in it. */
  fill(made: Made, put: PutText): Made;
}

/** Inserts values into a text. */
type PutText = (text: string, escape?: (said: string) => string) => string;

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

interface Span {
  readonly text: string;
  readonly strong?: true;
  readonly emphasis?: true;
}

export type Spans = readonly Span[];

export type Markdown =
  | { readonly kind: 'paragraph'; readonly words: Spans }
  | { readonly kind: 'heading'; readonly level: number; readonly words: Spans }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Spans[] }
  | { readonly kind: 'table'; readonly head: readonly Spans[]; readonly rows: readonly (readonly Spans[])[] }
  | { readonly kind: 'rule' };

const marked = new Marked({ gfm: true, async: false });

/** Never throws. */
export function parseMarkdown(text: string): Markdown[] {
  return marked.lexer(text).flatMap(blockOf);
}

/** The same for a text of the configuration with placeholders, filled in. */
export const fillMarkdown = markdownFiller<readonly Markdown[]>({
  read: parseMarkdown,
  fill: (blocks, put) => blocks.map((block) => fillBlock(block, put)),
});

function fillBlock(block: Markdown, put: PutText): Markdown {
  const filled = (words: Spans): Spans => words.map((span) => ({ ...span, text: put(span.text) }));
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return { ...block, words: filled(block.words) };
    case 'list':
      return { ...block, items: block.items.map(filled) };
    case 'table':
      return { ...block, head: block.head.map(filled), rows: block.rows.map((row) => row.map(filled)) };
    case 'rule':
      return block;
  }
}

function blockOf(token: Token): Markdown[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'heading':
      return [{ kind: 'heading', level: (token as Tokens.Heading).depth, words: wordsOf([token]) }];
    case 'list': {
      const { items, ordered } = token as Tokens.List;
      return [{ kind: 'list', isOrdered: ordered, items: items.map(({ tokens }) => wordsOf(tokens)) }];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.Table['header']) => row.map(({ tokens }) => wordsOf(tokens));
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
    }
    default:
      return [{ kind: 'paragraph', words: wordsOf([token]) }];
  }
}

type SpanStyle = Pick<Span, 'strong' | 'emphasis'>;

function wordsOf(tokens: readonly Token[], look: SpanStyle = {}): Span[] {
  return joined(tokens.flatMap((token) => spansOf(token, look)));
}

/** Adjacent words with the same style are one node. A line break is its own node. */
function joined(spans: readonly Span[]): Span[] {
  const words: Span[] = [];
  for (const span of spans.filter(({ text }) => text !== '')) {
    const last = words.at(-1);
    const isSame = last !== undefined && last.strong === span.strong && last.emphasis === span.emphasis;
    if (isSame && last.text !== '\n' && span.text !== '\n')
      words.splice(-1, 1, { ...span, text: last.text + span.text });
    else words.push(span);
  }
  return words;
}

function spansOf(token: Token, look: SpanStyle): Span[] {
  if (token.type === 'br') return [{ ...look, text: '\n' }];
  if (token.type === 'strong') return wordsOf((token as Tokens.Strong).tokens, { ...look, strong: true });
  if (token.type === 'em') return wordsOf((token as Tokens.Em).tokens, { ...look, emphasis: true });
  if ('tokens' in token && token.tokens !== undefined) return wordsOf(token.tokens, look);
  const said = 'text' in token ? String(token.text) : token.raw;
  return [{ ...look, text: unescapeHtml(said) }];
}
