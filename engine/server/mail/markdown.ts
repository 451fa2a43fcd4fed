/** Markdown as HTML and as plain text, for mails. */
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml, unescapeHtml } from '../../portal/text/html.ts';
import { markdownFiller } from '../../portal/text/markdown.ts';

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    // Templates are Markdown.
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
  },
});

/** A text of the configuration with its placeholders filled in. Plain text has a link's address after its words. */
export const fillMarkdown = markdownFiller({
  read: (markdown) => ({ text: markdownToText(markdown), html: markdownToHtml(markdown) }),
  fill: ({ text, html }, put) => ({ text: put(text), html: put(html, escapeHtml) }),
});

function markdownToHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/** The same words without markup. */
function markdownToText(markdown: string): string {
  return textOf(marked.lexer(markdown), '\n\n').trim();
}

function textOf(tokens: readonly Token[], between: string): string {
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'hr' && type !== 'def')
    .map(wordsOf)
    .join(between);
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'list': {
      const { items, ordered, start } = token as Tokens.List;
      const mark = (index: number): string => (ordered ? `${Number(start) + index}.` : '-');
      return items.map((item, index) => `${mark(index)} ${textOf(item.tokens, '\n')}`).join('\n');
    }
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      const words = textOf(tokens, '');
      return words === href ? href : `${words}: ${href}`;
    }
    case 'br':
      return '\n';
    case 'text':
    case 'escape':
    case 'codespan':
    case 'code':
      return 'tokens' in token && token.tokens
        ? textOf(token.tokens, '')
        : unescapeHtml((token as Tokens.Text).text);
    default:
      return 'tokens' in token && token.tokens ? textOf(token.tokens, '') : token.raw;
  }
}
