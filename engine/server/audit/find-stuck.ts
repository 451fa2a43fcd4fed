/** Finds stuck records: not at an end, with no step for anybody, and with nothing that happens by itself. */
import { whyRuleless } from '../../portal/access/access.ts';
import { stepTimes } from '../../portal/life/wake.ts';
import { signedOut } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { tell } from '../../portal/text/tell.ts';
import { batchesOf } from '../../portal/values/batches-of.ts';
import type { Queryable } from '../database/database.ts';
import type { Application } from '../kernel/application.ts';
import { isOpenLink, type StepLink } from '../links/create-link.ts';
import { type ContextRow, relatives } from '../records/rows/context-rows.ts';
import { rowJson, toRecord } from '../records/rows/rows.ts';
import { readShared } from '../records/rows/shared-records.ts';
import { todayIn } from '../sql/today.ts';
import { readActors } from './read-actors.ts';

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
  /** When the portal looks at it again, such as for a reminder; null: never. */
  readonly wake: Date | null;
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
    const moving = await readMoving(client, portal, ruled);
    for (const id of await findLinked(client, application, ruled)) moving.add(id);
    const waiting = ruled.filter(({ id }) => !moving.has(id));
    const canAnybodyAct = await readActors(application, client, waiting);
    for (const some of batchesOf(waiting, atOnce)) {
      // What continues with its family needs no look.
      passOn(ruled, moving);
      const batch = some.filter(({ id }) => !moving.has(id));
      const ids = batch.map(({ id }) => id);
      const shared = await readShared(client, { portal, now: application.now() }, ids);
      for (const one of batch) if (await canAnybodyAct(one, shared.get(one.id))) moving.add(one.id);
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
  const withoutWorkflow = Object.keys(recordTypes).filter((type) => !Object.hasOwn(workflows, type));
  return client.query<UnendedRecord>(
    `SELECT r.id, r.type, r.slug, r.number, r.state, r.kind, r.office, r.form, r.parent, r.wake,
       ARRAY(SELECT r.owner::text WHERE r.owner IS NOT NULL UNION
         SELECT p.account::text FROM parties p WHERE p.record = r.id AND p.account IS NOT NULL) AS people
     FROM records r WHERE r.type <> ALL($2::text[]) AND NOT EXISTS (
       SELECT FROM jsonb_to_recordset($1) AS e(type text, state text) WHERE e.type = r.type AND e.state = r.state)
     ORDER BY r.created_at, r.id`,
    [JSON.stringify(ends), withoutWorkflow],
  );
}

/** How many records are read at once. */
const atOnce = 200;

/** @returns the ids of those of which the portal may take a step at a known time: a reminder alone leads nowhere */
async function readMoving(
  client: Queryable,
  portal: Portal,
  open: readonly UnendedRecord[],
): Promise<Set<string>> {
  const moving = new Set<string>();
  const wakes = new Map(open.flatMap(({ id, wake }) => (wake === null ? [] : [[id, wake] as const])));
  for (const ids of batchesOf([...wakes.keys()], atOnce)) {
    const rows = await client.query<Pick<ContextRow, 'record' | 'documents'>>(
      `SELECT ${rowJson('r')} AS record, ${relatives.documents('r')} AS documents FROM records r WHERE r.id = ANY($1::uuid[])`,
      [ids],
    );
    for (const { record, documents } of rows) {
      // The portal may be late, or not be running: what is due counts, too.
      const now = new Date((wakes.get(record.id)?.getTime() ?? 0) - 1);
      const times = { now: now.toISOString(), today: todayIn(portal.timeZone, now) };
      if (stepTimes(portal, { record: toRecord(record), documents, ...times }).length > 0)
        moving.add(record.id);
    }
  }
  return moving;
}

/** @returns the ids of those for which somebody has a link that still works */
async function findLinked(
  client: Queryable,
  { portal: current, now }: AuditedPortal,
  open: readonly UnendedRecord[],
): Promise<string[]> {
  const scope = { portal: current(), now: now() };
  const links = await client.query<StepLink>(
    'SELECT record, transition, field, address, sent_at FROM links WHERE used_at IS NULL AND record = ANY($1::uuid[])',
    [open.map(({ id }) => id)],
  );
  const linked: string[] = [];
  for (const batch of batchesOf(links, atOnce)) {
    const records = [...new Set(batch.map(({ record }) => record))];
    const shared = await readShared(client, scope, records);
    for (const link of batch) {
      const context = shared.get(link.record)?.contextOf(signedOut);
      if (context !== undefined && isOpenLink(scope.portal, link, context)) linked.push(link.record);
    }
  }
  return linked;
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

/** Adds the open records above and below those that continue. */
function passOn(open: readonly UnendedRecord[], moving: Set<string>): void {
  const ids = new Set(open.map(({ id }) => id));
  for (let size = -1; size !== moving.size;) {
    size = moving.size;
    for (const { id, parent } of open) {
      if (parent === null || !ids.has(parent)) continue;
      if (moving.has(id)) moving.add(parent);
      else if (moving.has(parent)) moving.add(id);
    }
  }
}
