/**
 * Finds the records that a configuration would leave without rules: their type, state, kind or department is gone, and
 * nothing takes its place.
 */
import { countOfNoun, nounForm } from '../../../portal/text/noun-count.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { successionsOf } from '../../../portal/succession/succeed-record.ts';
import type { Queryable } from '../../database/database.ts';

/** Records, or accounts, that the configuration would strand. */
export type StrandedRecords = StrandedState | StrandedKind | StrandedDepartment;

interface StrandedState {
  readonly type: string;
  readonly state: string;
  readonly count: number;
  /** The workflow's name, or null if the record type is gone. */
  readonly workflow: string | null;
}

interface StrandedKind {
  readonly kind: string;
  readonly count: number;
}

interface StrandedDepartment {
  readonly department: string;
  /** Accounts of it. */
  readonly accounts: number;
  /** Records that it handles or is a party to. */
  readonly records: number;
}

/** @returns an empty list if each record and account keeps what it needs */
export async function findStranded(client: Queryable, portal: Portal): Promise<readonly StrandedRecords[]> {
  return [
    ...(await strandedStates(client, portal)),
    ...(await strandedKinds(client, portal)),
    ...(await strandedDepartments(client, portal)),
  ];
}

/** A sentence with a remedy, for the author of the configuration. */
export function sayStranded(one: StrandedRecords): string {
  if ('kind' in one) {
    const { kind, count } = one;
    return `There ${are(count)} of the kind "${kind}", which the configuration no longer has. ${remedy('kind')}`;
  }
  if ('department' in one) {
    const { department, accounts, records } = one;
    const all = [
      ...(accounts > 0 ? [countOfNoun(accounts, 'account', 'accounts')] : []),
      ...(records > 0 ? [countOfNoun(records, 'record', 'records')] : []),
    ];
    const verb = nounForm(accounts > 0 ? accounts : records, 'is', 'are');
    return (
      `There ${verb} ${all.join(' and ')} of the department "${department}", ` +
      `which the configuration no longer has. ${remedy('department')}`
    );
  }
  const { type, state, count, workflow } = one;
  return workflow === null
    ? `There ${are(count)} of the type "${type}", which the configuration no longer has. ${remedy('type')}`
    : `There ${are(count)} of the type "${type}" in the state "${state}", which the workflow "${workflow}" no longer has. ` +
        'Name it under `formerly` of the state that takes its place, or keep it.';
}

function remedy(what: string): string {
  return `Name it under \`formerly\` of the ${what} that takes its place, or in gone.yaml with a \`successor\`, or keep it.`;
}

function are(count: number): string {
  return `${nounForm(count, 'is', 'are')} ${countOfNoun(count, 'record', 'records')}`;
}

async function strandedStates(client: Queryable, portal: Portal): Promise<StrandedState[]> {
  const { types, states } = successionsOf(portal);
  const isGone = (one: InState): boolean => {
    const type = types.get(one.type) ?? one.type;
    if (!Object.hasOwn(portal.recordTypes, type)) return true;
    const workflow = Object.hasOwn(portal.workflows, type) ? portal.workflows[type] : undefined;
    // Without a workflow a record has no state that could be missing.
    if (workflow === undefined) return false;
    return !Object.hasOwn(workflow.states, states.get(type)?.get(one.state) ?? one.state);
  };
  const gone: StrandedState[] = [];
  for (const one of (await statesInUse(client)).filter(isGone)) {
    const [row] = await client.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM records WHERE type = $1 AND state = $2',
      [one.type, one.state],
    );
    const type = types.get(one.type) ?? one.type;
    const isKnown = Object.hasOwn(portal.recordTypes, type);
    const workflow = isKnown ? (portal.workflows[type]?.name ?? null) : null;
    gone.push({ ...one, count: row?.count ?? 0, workflow });
  }
  return gone;
}

type InState = Pick<StrandedState, 'type' | 'state'>;

function statesInUse(client: Queryable): Promise<InState[]> {
  return client.query<InState>(
    `WITH RECURSIVE found AS (
       (SELECT type, state FROM records ORDER BY type, state LIMIT 1)
       UNION ALL
       SELECT next.type, next.state FROM found CROSS JOIN LATERAL (
         SELECT r.type, r.state FROM records r WHERE (r.type, r.state) > (found.type, found.state)
         ORDER BY r.type, r.state LIMIT 1) AS next
     ) SELECT type, state FROM found`,
  );
}

async function strandedKinds(client: Queryable, portal: Portal): Promise<StrandedKind[]> {
  const { kinds } = successionsOf(portal);
  const gone = (await valuesOf(client, 'records', 'kind')).filter(
    (kind) => !Object.hasOwn(portal.kinds, kinds.get(kind) ?? kind),
  );
  if (gone.length === 0) return [];
  return client.query<StrandedKind>(
    `SELECT kind, count(*)::integer AS count FROM records WHERE kind = ANY($1::text[]) GROUP BY kind ORDER BY kind`,
    [gone],
  );
}

async function strandedDepartments(client: Queryable, portal: Portal): Promise<StrandedDepartment[]> {
  const { departments } = successionsOf(portal);
  const known = [
    await valuesOf(client, 'accounts', 'department'),
    await valuesOf(client, 'memberships', 'department'),
    await valuesOf(client, 'records', 'office'),
    await valuesOf(client, 'parties', 'department'),
  ];
  const gone = [...new Set(known.flat())]
    .filter((key) => !Object.hasOwn(portal.departments, departments.get(key) ?? key))
    .toSorted();
  if (gone.length === 0) return [];
  return client.query<StrandedDepartment>(
    `SELECT gone.key AS department,
       (SELECT count(*)::integer FROM account_memberships a WHERE a.department = gone.key) AS accounts,
       (SELECT count(*)::integer FROM (
         SELECT r.id FROM records r WHERE r.office = gone.key
         UNION SELECT p.record FROM parties p WHERE p.department = gone.key) AS one) AS records
     FROM unnest($1::text[]) AS gone(key) ORDER BY gone.key`,
    [gone],
  );
}

/** The distinct values of an index's first column. Each value needs one index lookup, however many rows there are. */
async function valuesOf(
  client: Queryable,
  table: 'records' | 'accounts' | 'memberships' | 'parties',
  column: 'kind' | 'office' | 'department',
): Promise<string[]> {
  const rows = await client.query<{ value: string }>(
    `WITH RECURSIVE found AS (
       (SELECT ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column} LIMIT 1)
       UNION ALL
       SELECT next.value FROM found CROSS JOIN LATERAL (
         SELECT ${column} AS value FROM ${table} WHERE ${column} > found.value ORDER BY ${column} LIMIT 1) AS next
     ) SELECT value FROM found`,
  );
  return rows.map(({ value }) => value);
}
