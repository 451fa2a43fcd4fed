/** Finds stuck records: not at an end, with no step for anybody, and with nothing that happens by itself. */
import { may, whyRuleless } from '../../portal/access/access.ts';
import { reviewRights } from '../../portal/checklist/checklist.ts';
import type { Visitor } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { tell } from '../../portal/text/tell.ts';
import { actionsOf } from '../../portal/workflow/transition.ts';
import { visitorOfAccount } from '../accounts/account-flags.ts';
import { type Account, accountColumns } from '../accounts/accounts.ts';
import type { Queryable } from '../database/database.ts';
import type { Application } from '../kernel/application.ts';
import { readRecordById } from '../records/rows/read-record.ts';

interface StuckRecord {
  /** `type/slug`. */
  readonly record: string;
  /** A draft has none. */
  readonly number: string | null;
  readonly state: string;
  /** A sentence for the operator. */
  readonly why: string;
}

export interface StuckReport {
  readonly records: number;
  /** Of them: those that are not at an end. */
  readonly open: number;
  /** By the age of the records. */
  readonly stuck: readonly StuckRecord[];
}

interface UnendedRecord {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly number: string | null;
  readonly state: string;
  readonly kind: string | null;
  readonly office: string | null;
  readonly form: string | null;
  readonly parent: string | null;
  /** A clock runs, or something else happens at a known time. */
  readonly isWaking: boolean;
  /** The accounts of its owner and its other parties. */
  readonly people: readonly string[];
}

type AuditedPortal = Pick<Application, 'database' | 'portal' | 'now'>;

/** Looks at all records in one snapshot. A record continues if one above or below it, for which it may wait, does. */
export function findStuck(application: AuditedPortal): Promise<StuckReport> {
  return application.database.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const portal = application.portal();
    const [all] = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM records');
    const open = await readOpen(client, portal);
    const ruleless = new Map(
      open.flatMap((one) => whyGone(portal, one).map((why) => [one.id, why] as const)),
    );
    const ruled = open.filter(({ id }) => !ruleless.has(id));
    const moving = new Set(ruled.flatMap(({ id, isWaking }) => (isWaking ? [id] : [])));
    const waiting = ruled.filter(({ isWaking }) => !isWaking);
    const people = await readPeople(application, client, waiting);
    for (const one of waiting) {
      if (await canAnybodyAct(client, portal, { id: one.id, people: people(one) })) moving.add(one.id);
    }
    passOn(ruled, moving);
    const stuck = open.filter(({ id }) => !moving.has(id));
    return {
      records: all?.count ?? 0,
      open: open.length,
      stuck: stuck.map((one) => ({
        record: `${one.type}/${one.slug}`,
        number: one.number,
        state: one.state,
        why: ruleless.get(one.id) ?? whyStuck(portal, one),
      })),
    };
  });
}

/** Records of types without a workflow have no end to reach. */
function readOpen(client: Queryable, { recordTypes, workflows }: Portal): Promise<UnendedRecord[]> {
  const ends = Object.values(workflows).flatMap(({ of, states }) =>
    Object.values(states).flatMap(({ key, isFinal, isSettled }) =>
      isFinal || isSettled ? [{ type: of, state: key }] : [],
    ),
  );
  const still = Object.keys(recordTypes).filter((type) => !Object.hasOwn(workflows, type));
  return client.query<UnendedRecord>(
    `SELECT r.id, r.type, r.slug, r.number, r.state, r.kind, r.office, r.form, r.parent, r.wake IS NOT NULL AS "isWaking",
       ARRAY(SELECT r.owner::text WHERE r.owner IS NOT NULL UNION
         SELECT p.account::text FROM parties p WHERE p.record = r.id AND p.account IS NOT NULL) AS people
     FROM records r WHERE r.type <> ALL($2::text[]) AND NOT EXISTS (
       SELECT FROM jsonb_to_recordset($1) AS e(type text, state text) WHERE e.type = r.type AND e.state = r.state)
     ORDER BY r.created_at, r.id`,
    [JSON.stringify(ends), still],
  );
}

/** @returns a sentence if the configuration does not have what the record is about; else nothing */
function whyGone(portal: Portal, record: UnendedRecord): string[] {
  if (!Object.hasOwn(portal.recordTypes, record.type))
    return [`The configuration in force no longer has the record type "${record.type}".`];
  const gone = whyRuleless(portal, record);
  return gone === null ? [] : [tell(portal, gone)];
}

function whyStuck({ workflows }: Portal, { type, state }: UnendedRecord): string {
  const { states = {}, transitions = {} } = workflows[type] ?? {};
  const title = states[state]?.title ?? state;
  const steps = Object.values(transitions).filter(({ from }) => from.includes(state));
  const [none, ...names] = steps.map((step) => `"${step.title}"`);
  return none === undefined
    ? `No step leads on from "${title}".`
    : `It is "${title}", nobody may take the step ${[none, ...names].join(' or ')}, and no clock runs.`;
}

/** @returns those who may know the record, the most likely first: its own people, its office, and all who are no citizens */
async function readPeople(
  application: AuditedPortal,
  client: Queryable,
  open: readonly UnendedRecord[],
): Promise<(record: UnendedRecord) => readonly Visitor[]> {
  const { departments } = application.portal();
  const citizens = Object.values(departments).flatMap(({ key, kind }) => (kind === 'citizen' ? [key] : []));
  const accounts = await client.query<Account>(
    `SELECT ${accountColumns} FROM account_memberships a
     WHERE NOT a.is_suspended AND (a.department <> ALL($1::text[]) OR a.id = ANY($2::uuid[]))
     ORDER BY a.department, a.username, a.membership`,
    [citizens, [...new Set(open.flatMap(({ people }) => people))]],
  );
  const visitors: Visitor[] = [];
  for (const account of accounts) {
    const visitor = await visitorOfAccount(application, account, client);
    if (visitor !== null) visitors.push(visitor);
  }
  const byAccount = Map.groupBy(visitors, ({ account }) => account);
  const officers = visitors.filter(({ department }) => !citizens.includes(department ?? ''));
  return ({ people, office }) => {
    const own = people.flatMap((account) => byAccount.get(account) ?? []);
    const handling = officers.filter(({ department }) => department === office);
    return [...new Set([...own, ...handling, ...officers])];
  };
}

async function canAnybodyAct(
  client: Queryable,
  portal: Portal,
  { id, people }: { readonly id: string; readonly people: readonly Visitor[] },
): Promise<boolean> {
  for (const visitor of people) {
    const stored = await readRecordById(client, { portal, visitor }, id);
    if (stored === null) continue;
    const scope = { portal, visitor, context: stored.context };
    const { type } = stored.context.record;
    if (!may(scope, 'read', type)) continue;
    if (actionsOf(scope, (step) => step.extends === null).length > 0) return true;
    if (may(scope, 'update', type) || reviewRights(scope).accept) return true;
  }
  return false;
}

/** Adds the open records above and below those that continue. */
function passOn(open: readonly UnendedRecord[], moving: Set<string>): void {
  const byId = new Set(open.map(({ id }) => id));
  for (let size = -1; size !== moving.size;) {
    size = moving.size;
    for (const { id, parent } of open) {
      if (parent === null || !byId.has(parent)) continue;
      if (moving.has(id)) moving.add(parent);
      else if (moving.has(parent)) moving.add(id);
    }
  }
}
