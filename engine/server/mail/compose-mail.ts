/** The frame of every mail: its content, the address of the page, and the name of the portal. */
import type { ChannelMessage } from '../../extension/extension.ts';
import { notificationMessages } from '../../locales/notifications.ts';
import { say } from '../../portal/language/say.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { escapeHtml } from '../../portal/text/html.ts';

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
