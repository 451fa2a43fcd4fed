/** Counts the records, drafts and accounts that a part of the configuration is about. */
import { isDeepStrictEqual } from 'node:util';
import { draftState } from '../../../portal/access/access.ts';
import { followsForm } from '../../../portal/changes/record-answers.ts';
import { formInForce } from '../../../portal/forms/specialise-form.ts';
import { computeAnswers } from '../../../portal/forms/computed-answers.ts';
import { answersAt, type NamedAnswers } from '../../../portal/forms/figures.ts';
import { slugsNamedBy } from '../../../portal/forms/references.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { NamedKind } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { PortalRecord } from '../../../portal/model/record.ts';
import type { ChecklistItem } from '../../../portal/model/requirement.ts';
import { answerScopeOf } from '../../../portal/succession/names-in.ts';
import { successionsOf } from '../../../portal/succession/succeed-record.ts';
import { localDate } from '../../../portal/time/working-days.ts';
import type { Queryable } from '../../database/database.ts';
import { accessSql } from '../../sql/access-sql.ts';
import { countUses } from './name-uses.ts';

export interface TouchedRecords {
  readonly records: number;
  readonly drafts: number;
  readonly accounts: number;
}

/** @returns what is stored under this name; null: nothing */
export async function countUse(
  client: Queryable,
  portal: Portal,
  name: { readonly kind: NamedKind; readonly name: string },
): Promise<TouchedRecords | null> {
  const [use] = await countUses(client, portal, [name]);
  return use ?? null;
}

/** Records of a type that are not at their end. @param states only in these; null: in any but the final ones */
export async function countOpen(
  client: Queryable,
  portal: Portal,
  { type, states = null, kind = null }: OpenRecords,
): Promise<TouchedRecords | null> {
  const workflow = portal.workflows[type];
  const open =
    states ?? Object.values(workflow?.states ?? {}).flatMap(({ key, isFinal }) => (isFinal ? [] : [key]));
  const [row] = await client.query<{ records: number; drafts: number }>(
    `SELECT count(*)::integer AS records, count(*) FILTER (WHERE state = $3)::integer AS drafts
     FROM records WHERE type = $1 AND ($4::boolean OR state = ANY($2::text[])) AND ($5::text IS NULL OR kind = $5)`,
    [type, open, draftState(portal, type), workflow === undefined, kind],
  );
  return row === undefined || row.records === 0 ? null : { ...row, accounts: 0 };
}

interface OpenRecords {
  readonly type: string;
  readonly states?: readonly string[] | null;
  readonly kind?: string | null;
}

/** The open records of a kind, or of a type without kinds, for which this item applies now. */
export async function countAsked(
  client: Queryable,
  portal: Portal,
  { owner, item }: { readonly owner: string; readonly item: ChecklistItem },
): Promise<{ readonly asked: number; readonly all: number }> {
  let [asked, all] = [0, 0];
  for (const type of typesWith(portal, owner)) {
    const kind = Object.hasOwn(portal.kinds, owner) ? owner : null;
    const open = (await countOpen(client, portal, { type, kind }))?.records ?? 0;
    all += open;
    asked += open === 0 ? 0 : await countWhere(client, portal, { type, kind, when: item.when });
  }
  return { asked, all };
}

function typesWith({ recordTypes, kinds }: Portal, owner: string): string[] {
  const set = kinds[owner]?.set;
  return Object.values(recordTypes).flatMap((one) =>
    one.type === owner || (set !== undefined && one.kinds.includes(set)) ? [one.type] : [],
  );
}

/**
 * The records that still follow the configuration, and those of them in which this question gets another figure.
 */
export async function findRecomputed(
  client: Queryable,
  portal: Portal,
  { scopes, path }: ScopedQuestion,
): Promise<{ readonly changed: readonly string[]; readonly all: number }> {
  const rows = await readFollowing(client, portal, scopes);
  const named = await readNamed(client, slugsNamedBy(portal, rows));
  const changed = rows.filter((record) => {
    const form = formInForce(portal, record);
    const later = form === null ? record.data : computeAnswers(form, record.data, named);
    return !isDeepStrictEqual(answersAt(later, path), answersAt(record.data, path));
  });
  return { changed: changed.map(({ slug }) => slug), all: rows.length };
}

/** The records that still follow the configuration, and how many of them have no answer to the question. */
export async function countUnanswered(
  client: Queryable,
  portal: Portal,
  { scopes, path }: ScopedQuestion,
): Promise<{ readonly unanswered: number; readonly all: number }> {
  const rows = await readFollowing(client, portal, scopes);
  const unanswered = rows.filter(({ data }) => answersAt(data, path).length === 0);
  return { unanswered: unanswered.length, all: rows.length };
}

/** The records from which the answer to this question was erased for good, and which still have none. */
export async function countErased(
  client: Queryable,
  portal: Portal,
  { scopes, path }: ScopedQuestion,
): Promise<Pick<TouchedRecords, 'records' | 'drafts'>> {
  const [question = ''] = path.split('.', 1);
  const rows = await client.query<
    Pick<PortalRecord, 'type' | 'kind' | 'data'> & { readonly isSent: boolean }
  >(
    `SELECT type, kind, data, filed_at IS NOT NULL AS "isSent" FROM records r
     WHERE (kind = ANY($1::text[]) OR type = ANY($1::text[]))
       AND EXISTS (SELECT FROM events e WHERE e.record = r.id AND e.what = 'erased' AND e.detail ->> 'question' = $2)`,
    [scopes, question],
  );
  const without = rows.filter(
    (record) => scopes.includes(answerScopeOf(portal, record)) && answersAt(record.data, path).length === 0,
  );
  return { records: without.length, drafts: without.filter(({ isSent }) => !isSent).length };
}

/**
 * The number of accounts that can sign in, by department: under its present name, with those of the departments that
 * it succeeds, and under each earlier name alone.
 */
export async function countAccounts(client: Queryable, portal: Portal): Promise<ReadonlyMap<string, number>> {
  const { departments } = successionsOf(portal);
  const rows = await client.query<{ readonly name: string; readonly accounts: number }>({
    name: 'accounts-of-departments',
    // An account may belong to several departments that become one.
    text: `SELECT n.name, count(DISTINCT m.id)::integer AS accounts
      FROM account_memberships m, LATERAL (
        SELECT m.department AS name
        UNION SELECT s.later FROM unnest($1::text[], $2::text[]) AS s(earlier, later) WHERE s.earlier = m.department) n
      WHERE NOT m.is_suspended GROUP BY n.name`,
    values: [[...departments.keys()], [...departments.values()]],
  });
  return new Map(rows.map(({ name, accounts }) => [name, accounts]));
}

/** @returns the accounts of the department for which somebody set this flag; null: none */
export async function countFlagged(
  client: Queryable,
  { department, flag }: { readonly department: string; readonly flag: string },
): Promise<TouchedRecords | null> {
  const [row] = await client.query<{ readonly accounts: number }>(
    {
      name: 'accounts-with-flag',
      text: `SELECT count(DISTINCT id)::integer AS accounts FROM account_memberships WHERE department = $1 AND flags ? $2`,
    },
    [department, flag],
  );
  return row === undefined || row.accounts === 0 ? null : { records: 0, drafts: 0, accounts: row.accounts };
}

interface ScopedQuestion {
  /** Kinds and types that have the question. */
  readonly scopes: readonly string[];
  readonly path: string;
}

type FollowingRecord = Pick<PortalRecord, 'slug' | 'type' | 'kind' | 'state' | 'owner' | 'data'>;

/** What was sent keeps its form; all others follow the configuration. */
async function readFollowing(
  client: Queryable,
  portal: Portal,
  scopes: readonly string[],
): Promise<readonly FollowingRecord[]> {
  const rows = await client.query<FollowingRecord>(
    'SELECT slug, type, kind, state, owner, data FROM records WHERE kind = ANY($1::text[]) OR type = ANY($1::text[])',
    [scopes],
  );
  return rows.filter(
    (record) => scopes.includes(answerScopeOf(portal, record)) && followsForm(portal, record),
  );
}

/** The answers of the records with these slugs: figures read them. */
async function readNamed(client: Queryable, slugs: readonly string[]): Promise<NamedAnswers> {
  if (slugs.length === 0) return new Map();
  const rows = await client.query<Pick<PortalRecord, 'slug' | 'data'>>(
    'SELECT slug, data FROM records WHERE slug = ANY($1::text[])',
    [slugs],
  );
  return new Map(rows.map(({ slug, data }) => [slug, data]));
}

async function countWhere(
  client: Queryable,
  portal: Portal,
  { type, kind, when }: { readonly type: string; readonly kind: string | null; readonly when: Condition },
): Promise<number> {
  const today = localDate(Date.now(), portal.timeZone);
  const { text, values } = accessSql(when, { portal, visitor: signedOut, type, today });
  const final = Object.values(portal.workflows[type]?.states ?? {}).flatMap(({ key, isFinal }) =>
    isFinal ? [key] : [],
  );
  const own = [type, kind, final].map((_, index) => `$${values.length + index + 1}`);
  const [row] = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM records r
     WHERE r.type = ${own[0]} AND (${own[1]}::text IS NULL OR r.kind = ${own[1]}) AND r.state <> ALL(${own[2]}::text[])
       AND (${text})`,
    [...values, type, kind, final],
  );
  return row?.count ?? 0;
}
