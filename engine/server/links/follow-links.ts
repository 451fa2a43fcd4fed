/**
 * Secret links with which people follow a record that they sent without an account. The sender's browser makes the
 * secret, so that no stored answer contains it; the database has only its digest.
 */
import { linkMessages } from '../../locales/links.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import type { FollowRule } from '../../portal/model/record-type.ts';
import { followPage } from '../../portal/routing/visitors.ts';
import { addDuration } from '../../portal/time/days.ts';
import { isEmail } from '../../portal/writing/email.ts';
import { digestOfName, digestOfToken } from '../accounts/digests.ts';
import type { Queryable } from '../database/database.ts';
import { runParts } from '../database/statements.ts';
import { type HttpError, unprocessable } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { messagesPart, type NewMessage, originOf } from '../mail/messages.ts';
import { plainMail } from '../mail/plain-mail.ts';
import type { NewFollowLink } from '../records/rows/record-desk.ts';

/** Nobody must be flooded with mail that somebody else requests. */
const MOST_MAILS_AN_HOUR = 5;

/**
 * Stores the link, and mails it if the record type says so. Call it in the transaction that writes the record.
 * @throws HttpError 422 that names `follow` if the record type has no such link, or the secret is not new
 */
export async function keepFollowLink(
  client: Queryable,
  application: Application,
  { portal, record, now, secret, language }: NewFollowLink,
): Promise<void> {
  const rule = portal.recordTypes[record.type]?.access.follow ?? null;
  const page = followPage(portal);
  if (rule === null || page === null) throw unusable();
  const until = addDuration(portal.days, portal.timeZone, now, rule.within);
  const address = addressOf(record, rule);
  // Links to one address are counted one after the other.
  if (address !== null)
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 9))', [address.toLowerCase()]);
  const [kept] = await client.query<{ is_mailed: boolean }>(
    `INSERT INTO follow_links (token, record, address, made_at, expires_at)
     SELECT $1, $2, CASE WHEN (SELECT count(*) FROM follow_links
       WHERE address = $3 AND made_at > $4::timestamptz - interval '1 hour') < $6 THEN $3::bytea END, $4, $5
     ON CONFLICT DO NOTHING RETURNING address IS NOT NULL AS is_mailed`,
    [
      digestOfToken(secret),
      record.id,
      address === null ? null : digestOfName(address),
      now,
      until,
      MOST_MAILS_AN_HOUR,
    ],
  );
  if (kept === undefined) throw unusable();
  if (address === null || !kept.is_mailed) return;
  const href = `${originOf(application.settings)}${page.path}#${secret}`;
  const mail = followMail(application, { type: record.type, address, language, href, until });
  await runParts(client, messagesPart(application, [mail]));
}

function unusable(): HttpError {
  return unprocessable({ follow: [message(requestMessages.valueUnusable)] });
}

function addressOf({ data }: PortalRecord, { mail }: FollowRule): string | null {
  const answer = mail !== null && Object.hasOwn(data, mail) ? data[mail] : null;
  return typeof answer === 'string' && isEmail(answer.trim()) ? answer.trim() : null;
}

interface FollowMail extends Pick<NewFollowLink, 'language'> {
  readonly type: string;
  readonly address: string;
  readonly href: string;
  /** When the link expires, as an ISO date-time. */
  readonly until: string;
}

/** Nothing in it is the sender's own text: they may have entered the address of somebody else. */
function followMail(
  application: Application,
  { type, address, language, href, until }: FollowMail,
): NewMessage {
  const { title = type } = application.portal().recordTypes[type] ?? {};
  const said = { type: { text: title, kind: 'name' } } as const;
  return plainMail(
    application,
    { name: address, address, language },
    {
      subject: message(linkMessages.followSubject, said),
      paragraphs: [
        message(linkMessages.followExplained, said),
        href,
        message(linkMessages.followUntil, { until: { moment: until } }),
        message(linkMessages.followNotYou),
      ],
      link: href,
    },
  );
}

/** The link as it was stored. */
interface FollowLink {
  readonly record: string;
  readonly expires_at: Date;
}

/** @returns null for an unknown secret */
export async function findFollowLink(client: Queryable, secret: string): Promise<FollowLink | null> {
  const [link] = await client.query<FollowLink>(
    'SELECT record, expires_at FROM follow_links WHERE token = $1',
    [digestOfToken(secret)],
  );
  return link ?? null;
}

/** Deletes links that expired a month ago. Until then people are told that they have expired. */
export async function forgetOldFollowLinks(client: Queryable): Promise<void> {
  await client.query("DELETE FROM follow_links WHERE expires_at < now() - interval '1 month'");
}
