/** A notice for one person: the filled-in template, as plain text for the portal and as a mail. */
import type { Notice } from '../../portal/model/notice.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { say } from '../../portal/language/say.ts';
import { templateValues, type TemplateSource } from '../../portal/documents/template-values.ts';
import { fillTemplate, templateOf } from '../../portal/text/text-template.ts';
import { escapeHtml, fillMarkdown } from './markdown.ts';
import { notificationMessages } from '../../locales/notifications.ts';

export interface RenderedNotice {
  readonly subject: string;
  /** Without markup. */
  readonly text: string;
  readonly html: string;
}

export interface NoticeAddress {
  /** Name of the recipient. */
  readonly recipient: string;
  /** Address of the record's page for this person, or of the portal. */
  readonly page: string;
  /** Address that takes a step directly. It replaces the page's address. */
  readonly link: string | null;
}

const SUBJECT_LENGTH = 150;

/** Does the notice contain a link for a step without sign-in? */
export function carriesLink({ body }: Notice): boolean {
  return templateOf(body).paths.includes('link');
}

/** The notice in the language of the source's portal. */
export function composeNotice(
  notice: Notice,
  source: TemplateSource,
  { recipient, page, link }: NoticeAddress,
): RenderedNotice {
  const values = templateValues({ ...source, more: { ...source.more, recipient, page, link } });
  const subject = oneLine(fillTemplate(notice.subject, values)).slice(0, SUBJECT_LENGTH);
  return { subject, ...fillMarkdown(notice.body, values) };
}

/** A mail contains the address; in the portal the notification itself is the link. */
export function composeMail(
  { subject, text, html }: RenderedNotice,
  { page, link, portal }: Pick<NoticeAddress, 'page' | 'link'> & { readonly portal: Portal },
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

/** A header has one line, even if a person's name contains line breaks. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
