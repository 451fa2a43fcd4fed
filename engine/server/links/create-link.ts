/** Creates a link for one step of one record that needs no sign-in and works once. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { linkMessages } from '../../locales/links.ts';
import { message } from '../../locales/message.ts';
import { type LinkCondition, linkConditionOf } from '../../portal/conditions/possible.ts';
import { isEmail } from '../../portal/writing/email.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../portal/model/record.ts';
import type { Transition } from '../../portal/model/workflow.ts';
import { addDuration } from '../../portal/time/days.ts';
import type { Queryable } from '../database/database.ts';
import { tooMany } from '../http/errors.ts';
import type { Application } from '../kernel/application.ts';
import { originOf } from '../mail/messages.ts';

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

export interface LinkStep {
  readonly transition: Transition;
  readonly condition: LinkCondition;
}

/** The step that a link may take in the record's current state; null if there is none. */
export function linkStepOf(portal: Portal, record: PortalRecord): LinkStep | null {
  for (const transition of Object.values(portal.workflows[record.type]?.transitions ?? {})) {
    const condition = linkConditionOf(transition.by);
    if (condition !== null && transition.from.includes(record.state)) return { transition, condition };
  }
  return null;
}

/** The link as it was sent. */
export interface StepLink {
  readonly record: string;
  readonly transition: string;
  readonly field: string;
  readonly address: string;
  readonly sent_at: Date;
}

/** Returns true if the record still waits for the step and has the address, and the link has not expired. */
export function isOpenLink(portal: Portal, link: StepLink, { record, now }: RecordContext): boolean {
  const step = linkStepOf(portal, record);
  if (step === null || step.transition.name !== link.transition) return false;
  const { field, within: unitOfWork } = step.condition;
  if (link.field !== field || addressIn(record, step.condition) !== link.address) return false;
  return now <= addDuration(portal.days, portal.timeZone, link.sent_at.toISOString(), unitOfWork);
}

/** The current address in the field; null if it is not text. */
function addressIn(record: PortalRecord, { field }: LinkCondition): string | null {
  const value = Object.hasOwn(record.data, field) ? record.data[field] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Path of the page that confirms the step; null if the configuration has none. */
function linkPathOf(portal: Portal, token: string): string | null {
  const route = portal.routes.find(({ screen }) => screen === 'link');
  return route?.path.replace(/\{\w+\}/, token) ?? null;
}

/** @param id of the row in `links` */
function tokenOf(application: Application, id: string): string {
  return idPart(id) + sign(application, id);
}

/** The row of a token; null for a token that we did not sign. */
export function idOfToken(application: Application, token: string): string | null {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const id = match.slice(1, 6).join('-');
  const [given, right] = [Buffer.from(match[6] ?? ''), Buffer.from(sign(application, id))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}

function idPart(id: string): string {
  return id.replaceAll('-', '');
}

function sign(application: Application, id: string): string {
  return createHmac('sha256', application.secret('step-links')).update(id).digest('base64url');
}
