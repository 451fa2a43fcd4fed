/** Creates a link for one step of one record that needs no sign-in and works once. */
import { randomUUID } from 'node:crypto';
import type { RecordContext } from '../../portal/model/record.ts';
import { isEmail } from '../../portal/forms/email.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { tooMany } from '../http/errors.ts';
import { originOf } from '../mail/origin.ts';
import { addressIn, linkPathOf, linkStepOf } from './link-step.ts';
import { tokenOf } from './token.ts';
import { message } from '../../locales/message.ts';
import { linkMessages } from '../../locales/links.ts';

export interface SentLink {
  readonly href: string;
  readonly address: string;
}

/** Nobody must be flooded with mail that somebody else requests. */
const AN_HOUR = 5;
const HOUR_SECONDS = 3600;

/**
 * @returns null if the record has no such step now or no address, or the portal has no page for it
 * @throws HttpError 429 if too many were sent for this record or to this address
 */
export async function createLink(
  client: Queryable,
  application: Application,
  { record, now }: RecordContext,
): Promise<SentLink | null> {
  const portal = application.portal();
  const id = randomUUID();
  const step = linkStepOf(portal, record);
  const address = step === null ? null : addressIn(record, step.condition);
  const path = linkPathOf(portal, tokenOf(application, id));
  if (step === null || path === null || address === null || !isEmail(address)) return null;
  const [written] = await client.query(
    `INSERT INTO links (id, record, transition, field, address, sent_at)
     SELECT $1::uuid, $2::uuid, $3, $4, $5, $6::timestamptz
     WHERE (SELECT count(*) FROM links WHERE record = $2::uuid AND sent_at > $6::timestamptz - $7 * interval '1 second') < $8
       AND (SELECT count(*) FROM links WHERE address = $5 AND sent_at > $6::timestamptz - $7 * interval '1 second') < $8
     RETURNING id`,
    [id, record.id, step.transition.name, step.condition.field, address, now, HOUR_SECONDS, AN_HOUR],
  );
  if (written === undefined) {
    throw tooMany(message(linkMessages.tooManyMessages), HOUR_SECONDS);
  }
  return { href: originOf(application.settings) + path, address };
}
