/**
 * Composes mails: Markdown as HTML and as plain text, in a frame with the address of the page and the name of the
 * portal.
 */
import { Marked, type Token, type Tokens } from 'marked';
import type { ChannelMessage } from '../../extension/extension.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { escapeHtml, unescapeHtml } from '../../portal/text/html.ts';
import { markdownFiller } from '../../portal/text/markdown.ts';

/** The addresses in a mail. */
export interface MailAddresses {
  /** Address of the record's page for the recipient, or of the portal. */
  readonly page: string;
  /** Address that takes a step directly. It replaces the page's address. */
  readonly link: string | null;
}

/** A mail contains the address; in the portal the notification itself is the link. */
export function composeMail(
  { subject, text, html }: ChannelMessage,
  { page, link, portal }: MailAddresses & { readonly portal: Portal },
): { readonly text: string; readonly html: string } {
  const { words } = portal;
  const closing = say(words, notificationMessages.sentByPortal);
  const where = link === null ? say(words, notificationMessages.openInPortalAt, { page }) : null;
  const parts = [text, where, `${portal.title}\n${closing}`];
  const open = escapeHtml(say(words, notificationMessages.openInPortal));
  const button = link === null ? `<p><a href="${escapeHtml(page)}">${open}</a></p>\n` : '';
  return {
    text: `${parts.filter((part) => part !== null).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${escapeHtml(portal.language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0 auto;max-width:36rem;padding:1rem;font-family:sans-serif;font-size:1rem;line-height:1.5">
${html}${button}<hr>
<p style="font-size:.875rem">${escapeHtml(portal.title)}<br>${escapeHtml(closing)}</p>
</body>
</html>
`,
  };
}

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
