/** Tells the author of a version by e-mail what became of it. */
import { message } from '../../locales/message.ts';
import { versionMessages } from '../../locales/versions.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { accountMail } from './account-mail.ts';
import type { Queryable } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { readSettings } from '../kernel/settings.ts';
import { messagesPart } from '../mail/messages.ts';
import type { WishedVersion } from '../portals/wished-versions.ts';

export type VersionNews =
  | { readonly is: 'applied' }
  /** It is tried again. */
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'stale'; readonly reason: string };

/** Nobody is told of a version without an address. @param client of the transaction that decided it */
export async function tellAuthor(
  client: Queryable,
  portal: Portal,
  { author, address, message: why }: Pick<WishedVersion, 'author' | 'address' | 'message'>,
  news: VersionNews,
): Promise<void> {
  if (address === null) return;
  const application = { settings: readSettings(process.env), portal: () => portal, now: () => new Date() };
  const person = { name: author, username: address, language: null };
  const mail = accountMail(application, person, {
    subject: message(subjects[news.is]),
    paragraphs: [
      message(explained[news.is], { message: why }),
      ...(news.is === 'applied' ? [] : [message(versionMessages.reason, { reason: news.reason })]),
    ],
  });
  await runParts(client, messagesPart(application, [mail]));
}

const subjects = {
  applied: versionMessages.appliedSubject,
  refused: versionMessages.refusedSubject,
  stale: versionMessages.staleSubject,
};

const explained = {
  applied: versionMessages.appliedExplained,
  refused: versionMessages.refusedExplained,
  stale: versionMessages.staleExplained,
};
