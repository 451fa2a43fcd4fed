/** Reads record families, and joins those whose answers name records of each other. */
import { referencesInForm, referencesOf } from '../../portal/forms/references.ts';
import { countedQuestions } from '../../portal/life/counted-questions.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord } from '../../portal/model/record.ts';
import { slugsAt } from '../../portal/values/slugs-at.ts';
import type { ReplayEvent } from '../../replay/history.ts';
import { answersIn, valuesIn } from '../../replay/recorded-acts.ts';
import type { Transaction } from '../../server/database/database.ts';
import { statementOf } from '../../server/database/statements.ts';
import { type RecordRow, rowJson, toRecord } from '../../server/records/rows/rows.ts';
import { namedSql, isNamingSql } from '../../server/sql/value-sql.ts';

/** Families that take part in each other's histories. */
export interface JoinedFamilies {
  /** Parents come before their children, older records before newer ones. */
  readonly records: readonly PortalRecord[];
  /** In the order in which they were written. */
  readonly events: readonly ReplayEvent[];
  /** False if more families belong to them than are read. */
  readonly isWhole: boolean;
}

/** Both configurations of a replay. */
export interface ReplayPortals {
  readonly before: Portal;
  readonly after: Portal;
}

/** As many families are read for each one that is wanted. */
const familiesForEach = 10;

interface FamilyMember {
  readonly root: string;
  readonly record: PortalRecord;
  readonly depth: number;
}

type WrittenEvent = ReplayEvent & { readonly seq: number };

/** The roots of two families that belong together. */
type FamilyPair = readonly [one: string, other: string];

/** @param last at most so many families, the newest first, and the others that they name or count */
export async function readFamilies(
  client: Transaction,
  portals: ReplayPortals,
  last: number,
): Promise<readonly JoinedFamilies[]> {
  const newest = await newestRoots(client, portals.before, last);
  const read = new Set<string>();
  const members: FamilyMember[] = [];
  const events: WrittenEvent[] = [];
  const connections: FamilyPair[] = [];
  let next: readonly string[] = newest;
  while (next.length > 0 && read.size + next.length <= newest.length * familiesForEach) {
    for (const root of next) read.add(root);
    const family = await readMembers(client, next);
    const happened = await readEvents(client, family);
    members.push(...family);
    events.push(...happened);
    const found = await connectionsOf(client, portals, family, happened);
    connections.push(...found);
    next = [...new Set(found.map(([, other]) => other))].filter((root) => !read.has(root));
  }
  return joined(newest, connections).map((roots) => {
    const own = members.filter(({ root }) => roots.includes(root)).toSorted(byBirth);
    const ids = new Set(own.map(({ record }) => record.id));
    return {
      records: own.map(({ record }) => record),
      events: events.filter(({ record }) => ids.has(record)).toSorted((a, b) => a.seq - b.seq),
      isWhole: roots.every((root) => read.has(root)),
    };
  });
}

function byBirth(one: FamilyMember, other: FamilyMember): number {
  const key = ({ depth, record }: FamilyMember) => `${depth} ${record.createdAt} ${record.id}`;
  return key(one) < key(other) ? -1 : 1;
}

/** The groups of connected families, each once, in the order of the first ones. */
function joined(
  first: readonly string[],
  connections: readonly FamilyPair[],
): readonly (readonly string[])[] {
  const groups = new Map(first.map((root) => [root, [root]]));
  for (const [one, other] of connections) {
    const [own, others] = [one, other].map((root) => groups.get(root) ?? [root]);
    if (own === undefined || others === undefined || own === others) continue;
    const all = [...own, ...others];
    for (const root of all) groups.set(root, all);
  }
  return [...new Set(groups.values())];
}

async function newestRoots(
  client: Transaction,
  { recordTypes }: Portal,
  last: number,
): Promise<readonly string[]> {
  const types = Object.values(recordTypes).flatMap(({ type, builtIn }) => (builtIn === null ? [type] : []));
  const rows = await client.query<{ id: string }>({
    name: 'families-to-replay',
    text: `SELECT id FROM records WHERE parent IS NULL AND type = ANY($1) ORDER BY created_at DESC, id LIMIT $2`,
    values: [types, last],
  });
  return rows.map(({ id }) => id);
}

async function readMembers(client: Transaction, roots: readonly string[]): Promise<readonly FamilyMember[]> {
  const rows = await client.query<{ root: string; depth: number; record: RecordRow }>({
    name: 'members-to-replay',
    text: `WITH RECURSIVE family AS (
        SELECT id AS root, id FROM unnest($1::uuid[]) AS id
        UNION ALL SELECT f.root, r.id FROM family f JOIN records r ON r.parent = f.id)
      SELECT f.root, cardinality(r.ancestors) AS depth, ${rowJson('r')} AS record
      FROM family f JOIN records r ON r.id = f.id`,
    values: [roots],
  });
  return rows.map(({ record, ...member }) => ({ ...member, record: toRecord(record) }));
}

async function readEvents(
  client: Transaction,
  family: readonly FamilyMember[],
): Promise<readonly WrittenEvent[]> {
  const rows = await client.query<WrittenEvent>({
    name: 'events-to-replay',
    text: `SELECT e.record, e.at, e.account, e.department, e.what, e.detail, v.entries, e.seq::float8 AS seq
      FROM events e LEFT JOIN event_values v USING (record, version) WHERE e.record = ANY($1)`,
    values: [family.map(({ record }) => record.id)],
  });
  return rows.map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
}

/** The families with a record that one of these has named, or that derived values of one of these count. */
async function connectionsOf(
  client: Transaction,
  portals: ReplayPortals,
  family: readonly FamilyMember[],
  events: readonly ReplayEvent[],
): Promise<readonly FamilyPair[]> {
  const eventsOf = Map.groupBy(events, ({ record }) => record);
  const naming = family.flatMap(({ root, record }) =>
    slugsNamed(portals.before, record, eventsOf.get(record.id) ?? []).map((slug) => [root, slug] as const),
  );
  const slugs = [...new Set(naming.map(([, slug]) => slug))];
  const named =
    slugs.length === 0
      ? []
      : await client.query<{ slug: string; root: string }>({
          name: 'named-to-replay',
          text: `SELECT r.slug, ${rootOfRow} AS root FROM records r WHERE r.slug = ANY($1::text[])`,
          values: [slugs],
        });
  const rootOf = new Map(named.map(({ slug, root }) => [slug, root]));
  return [
    ...naming.flatMap(([root, slug]): FamilyPair[] => {
      const other = rootOf.get(slug);
      return other === undefined ? [] : [[root, other]];
    }),
    ...(await countedBy(client, portals, family)),
  ];
}

const rootOfRow = 'coalesce(r.ancestors[cardinality(r.ancestors)], r.id)';

/** What the record and its steps have named, also in answers that were changed since. */
function slugsNamed(portal: Portal, { type, data }: PortalRecord, events: readonly ReplayEvent[]): string[] {
  const steps = Object.values(portal.workflows[type]?.transitions ?? {});
  const inputs = steps.flatMap(({ input }) => referencesInForm(portal, input));
  const kept = referencesOf(portal, type);
  if (kept.length === 0 && inputs.length === 0) return [];
  const values = events.map(({ entries }) => valuesIn(entries));
  return [
    ...[data, ...values.map(answersIn)].flatMap((one) => kept.flatMap(({ keys }) => slugsAt(one, keys))),
    ...values.flatMap((one) =>
      inputs.flatMap(({ keys: [name = '', ...rest] }) =>
        slugsAt({ said: one.get(`detail.input.${name}`) }, ['said', ...rest]),
      ),
    ),
  ];
}

/** The families whose records name one of these, where a derived value counts them. */
async function countedBy(
  client: Transaction,
  { before, after }: ReplayPortals,
  family: readonly FamilyMember[],
): Promise<readonly FamilyPair[]> {
  const found: FamilyPair[] = [];
  const byType = Map.groupBy(family, ({ record }) => record.type);
  for (const [type, members] of byType) {
    const rootOf = new Map(members.map(({ root, record }) => [record.slug, root]));
    const counted = [before, after].flatMap((portal) => countedQuestions(portal).get(type) ?? []);
    const questions = new Map(counted.map(({ of, keys }) => [`${of} ${keys.join('.')}`, { of, keys }]));
    for (const { of, keys } of questions.values()) {
      const text = `SELECT named.slug, ${rootOfRow} AS root FROM records r, ${namedSql('r', keys)} AS named (slug)
        WHERE r.type = $1::text AND ${isNamingSql('r', keys, '$2::text[]')} AND named.slug = ANY($2::text[])`;
      const statement = statementOf('naming-to-replay', { text, values: [of, [...rootOf.keys()]] });
      const rows = await client.query<{ slug: string; root: string }>(statement);
      for (const { slug: one, root } of rows) found.push([rootOf.get(one) ?? root, root]);
    }
  }
  return found;
}
