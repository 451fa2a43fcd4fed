/** The routes for steps by a link: its description, and taking the step once. They need no session. */
import type { FastifyInstance } from 'fastify';
import { links, type WireLink } from '../../contract/links.ts';
import { linkMessages } from '../../locales/links.ts';
import { message } from '../../locales/message.ts';
import { signedOut, type Visitor } from '../../portal/model/department.ts';
import { inLanguage } from '../../portal/translation/in-language.ts';
import { ownVisitor } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import { type HttpError, impossible, notFound } from '../http/errors.ts';
import { languageOf } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import { takeTransition } from '../records/change/take-transition.ts';
import { readRecordById, type StoredRecord } from '../records/rows/read-record.ts';
import type { RecordDesk } from '../records/rows/record-desk.ts';
import { idOfToken, isOpenLink, linkStepOf, type StepLink } from './create-link.ts';

export function registerLinks(server: FastifyInstance, desk: RecordDesk): void {
  mount(server, links, {
    'GET /links/:token': async ({ params }, request, reply) => {
      reply.header('Cache-Control', 'no-store');
      return readLink(desk, params.token, languageOf(desk.application, request));
    },
    // Only this request uses up the link: mail scanners follow links, but press no buttons.
    'POST /links/:token': async ({ params }, request, reply) => {
      reply.header('Cache-Control', 'no-store');
      return takeLink(desk, params.token, languageOf(desk.application, request));
    },
  });
}

interface LinkRow extends StepLink {
  readonly id: string;
  readonly used_at: Date | null;
}

interface FoundLink {
  readonly link: LinkRow;
  readonly stored: StoredRecord;
  readonly visitor: Visitor;
  readonly wire: WireLink;
}

/** @throws HttpError 404 for a token that we did not sign */
async function readLink(desk: RecordDesk, token: string, language: string): Promise<WireLink> {
  return (await find(desk, token, language)).wire;
}

/**
 * Takes the step. A second request gets the same answer as the first.
 * @throws HttpError 404, 409 if it has expired
 */
async function takeLink(desk: RecordDesk, token: string, language: string): Promise<WireLink> {
  const { link, stored, visitor, wire } = await find(desk, token, language);
  const done: WireLink = { ...wire, state: 'used' };
  if (wire.state === 'used') return done;
  if (wire.state === 'over') throw over();
  const { database } = desk.application;
  const claimed = await database.query(
    'UPDATE links SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING id',
    [link.id],
  );
  if (claimed.length === 0) return done;
  try {
    const { type, slug, version } = stored.context.record;
    const step = { type, slug, version, name: link.transition, input: {}, idempotencyKey: null };
    await takeTransition({ desk, visitor, language }, step);
    return done;
  } catch (error) {
    await database.query('UPDATE links SET used_at = NULL WHERE id = $1', [link.id]);
    throw error;
  }
}

function over(): HttpError {
  return impossible('link-over', message(linkMessages.linkSpent));
}

async function find(desk: RecordDesk, token: string, language: string): Promise<FoundLink> {
  const { application } = desk;
  const { database } = application;
  const id = idOfToken(application, token);
  const [link] = id === null ? [] : await database.query<LinkRow>('SELECT * FROM links WHERE id = $1', [id]);
  if (link === undefined) throw notFound(message(linkMessages.noSuchLink));
  const portal = application.portal();
  const stored = await readRecordById(
    database,
    { portal, visitor: signedOut, now: application.now() },
    link.record,
  );
  if (stored === null) throw notFound();
  const visitor = await visitorOf(desk, link, stored.context.record.owner);
  const { record } = stored.context;
  const reader = inLanguage(portal, language);
  const transition = reader.workflows[record.type]?.transitions[link.transition];
  const wire: WireLink = {
    state: await stateOf(desk, { link, stored }),
    title: transition?.title ?? link.transition,
    about: reader.recordTypes[record.type]?.title ?? record.type,
  };
  return { link, stored, visitor, wire };
}

/** Acts as the owner of the record, whose address it is; without an account, as a signed-out visitor. */
async function visitorOf(desk: RecordDesk, link: LinkRow, owner: string | null): Promise<Visitor> {
  const { database, portal } = desk.application;
  const [account] = await database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a WHERE a.id = $1 AND NOT a.is_suspended`,
    [owner],
  );
  const own = account === undefined ? null : ownVisitor(portal(), account);
  return { ...(own ?? signedOut), link: { record: link.record, field: link.field } };
}

async function stateOf(
  { application }: RecordDesk,
  { link, stored }: Pick<FoundLink, 'link' | 'stored'>,
): Promise<WireLink['state']> {
  if (link.used_at !== null) return 'used';
  const portal = application.portal();
  if (isOpenLink(portal, link, stored.context)) return 'open';
  if (linkStepOf(portal, stored.context.record)?.transition.name === link.transition) return 'over';
  const same = 'SELECT 1 FROM links WHERE record = $1 AND transition = $2 AND used_at IS NOT NULL LIMIT 1';
  const used = await application.database.query(same, [link.record, link.transition]);
  return used.length > 0 ? 'used' : 'over';
}
