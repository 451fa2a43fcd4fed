/** A notice for one person: the filled-in template, as plain text and as HTML. */
import type { ChannelMessage } from '../../extension/extension.ts';
import type { Notice } from '../../portal/model/notice.ts';
import { templateValues, type TemplateSource } from '../../portal/documents/template-values.ts';
import { fillTemplate, templateOf } from '../../portal/text/text-template.ts';
import type { MailAddresses } from '../mail/compose-mail.ts';
import { fillMarkdown } from '../mail/markdown.ts';

export interface NoticeAddress extends MailAddresses {
  /** Name of the recipient. */
  readonly recipient: string;
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
): ChannelMessage {
  const values = templateValues({ ...source, more: { ...source.more, recipient, page, link } });
  const subject = oneLine(fillTemplate(notice.subject, values)).slice(0, SUBJECT_LENGTH);
  return { subject, ...fillMarkdown(notice.body, values) };
}

/** A header has one line, even if a person's name contains line breaks. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
