/** Counts what is stored under a name of the configuration: the records, drafts and accounts that its loss would touch. */
import { type FormerName, type NamedKind, nounsOfNames } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { answerScopesOf, type LostName, partsOfName } from '../../../portal/succession/names-in.ts';
import { lookupOf } from '../../../portal/succession/succeed-answers.ts';
import { unitLookupsOf } from '../../../portal/succession/unit-lookups.ts';
import { countOfNoun, nounForm } from '../../../portal/text/noun-count.ts';
import type { Queryable } from '../../database/database.ts';

export interface NameUse extends LostName {
  readonly records: number;
  /** Of these records: those that nobody has sent yet. */
  readonly drafts: number;
  readonly accounts: number;
}

/**
 * @param portal has the names
 * @returns the names under which something is stored, in their order
 */
export async function countUses(
  client: Queryable,
  portal: Portal,
  names: readonly LostName[],
): Promise<readonly NameUse[]> {
  const uses: NameUse[] = [];
  for (const one of names) {
    const { records, drafts } = await countRecords(client, portal, one);
    const use = { ...one, records, drafts, accounts: await countAccounts(client, portal, one) };
    if (use.records + use.accounts > 0) uses.push(use);
  }
  return uses;
}

interface RecordCounts {
  readonly records: number;
  readonly drafts: number;
}

async function countRecords(client: Queryable, portal: Portal, one: LostName): Promise<RecordCounts> {
  const values: unknown[] = [];
  const where = recordsWith[one.kind]({ portal, name: one.name, value: (each) => `$${values.push(each)}` });
  if (where === null) return { records: 0, drafts: 0 };
  const [row] = await client.query<RecordCounts>(
    `SELECT count(*)::integer AS records, count(*) FILTER (WHERE r.filed_at IS NULL)::integer AS drafts
     FROM records r WHERE ${where}`,
    values,
  );
  return row ?? { records: 0, drafts: 0 };
}

interface Search {
  readonly portal: Portal;
  readonly name: string;
  /** Adds a value of the statement. @returns its place, such as `$1` */
  readonly value: (value: unknown) => string;
}

/** By kind of name: the condition of records `r` that store something under it. Null: no record does. */
export const recordsWith: Readonly<Record<NamedKind, (search: Search) => string | null>> = {
  department: ({ name, value }) => {
    const key = value(name);
    return `(r.office = ${key} OR EXISTS (SELECT FROM parties p WHERE p.record = r.id AND p.department = ${key}))`;
  },
  type: ({ name, value }) => `r.type = ${value(name)}`,
  kind: ({ name, value }) => `r.kind = ${value(name)}`,
  item: ({ name, value }) => {
    const { owner, part } = partsOfName(name);
    return `coalesce(r.kind, r.type) = ${value(owner)} AND ${ownIndex(owner, value)} AND EXISTS (
      SELECT FROM jsonb_each(r.items) one
      WHERE split_part(one.key, '.', 1) = ${value(part)} AND one.value ->> 'state' <> 'missing')`;
  },
  question: ({ portal, name, value }) => {
    const { owner, part } = partsOfName(name);
    return `${inScope(portal, owner, value)} AND r.data @? ${value(pathTo(part, presence))}::jsonpath`;
  },
  lookup: ({ portal, name, value }) => choicesOf(portal, name, value, presence),
  row: ({ portal, name, value }) => {
    const { owner, part } = partsOfName(name);
    const answers = choicesOf(portal, owner, value, `@ == ${JSON.stringify(part)}`);
    const types = Object.keys(portal.recordTypes).filter((type) => unitLookupsOf(portal, type).has(owner));
    const units = `(r.unit = ${value(part)} AND r.type = ANY(${value(types)}::text[]))`;
    return answers === null ? units : `(${answers} OR ${units})`;
  },
  document: ({ name, value }) =>
    `EXISTS (SELECT FROM documents d WHERE d.record = r.id AND d.document = ${value(name)})`,
  role: ({ name, value }) => {
    const { owner, part } = partsOfName(name);
    return `r.type = ${value(owner)} AND EXISTS (SELECT FROM parties p WHERE p.record = r.id AND p.role = ${value(part)})`;
  },
  clock: ({ name, value }) => {
    const { owner, part } = partsOfName(name);
    const clock = value(part);
    return `r.type = ${value(owner)} AND r.clocks ? ${clock} AND r.clocks -> ${clock} ->> 'state' <> 'stopped'`;
  },
  step: ({ name, value }) => {
    const { owner, part } = partsOfName(name);
    return `r.type = ${value(owner)} AND EXISTS (
      SELECT FROM links l WHERE l.record = r.id AND l.transition = ${value(part)} AND l.used_at IS NULL)`;
  },
};

/** An answer that says something. Only texts can be compared with a text, and a list means each of its entries. */
export const presence = '@.type() != "null" && (@.type() != "string" || @ != "")';

/** @param path keys joined by dots; a list on the way means each of its rows */
export function pathTo(path: string, filter: string): string {
  const keys = (path === '' ? [] : path.split('.')).map((key) => `.${JSON.stringify(key)}`);
  return `$${keys.join('')} ? (${filter})`;
}

/** For records of a kind the index by kind, for others that by type. */
function ownIndex(owner: string, value: Search['value']): string {
  return owner.includes('/') ? `r.kind = ${value(owner)}` : `r.type = ${value(owner)}`;
}

export function inScope(portal: Portal, owner: string, value: Search['value']): string {
  if (Object.hasOwn(portal.kinds, owner)) return `r.kind = ${value(owner)}`;
  const own = Object.values(portal.kinds).flatMap(({ id, form }) => (form === null ? [] : [id]));
  return `r.type = ${value(owner)} AND (r.kind IS NULL OR r.kind <> ALL(${value(own)}::text[]))`;
}

/** Records with an answer from this lookup. */
function choicesOf(portal: Portal, lookup: string, value: Search['value'], filter: string): string | null {
  const found = answerScopesOf(portal).flatMap(({ name, questions }) =>
    questions.flatMap(({ path, uiSchema }) =>
      lookupOf(uiSchema) === lookup
        ? [`(${inScope(portal, name, value)} AND r.data @? ${value(pathTo(path, filter))}::jsonpath)`]
        : [],
    ),
  );
  return found.length === 0 ? null : `(${found.join(' OR ')})`;
}

/** The departments whose units this lookup has. */
export function departmentsWithUnits({ departments }: Portal, lookup: string): string[] {
  return Object.values(departments).flatMap(({ key, units }) => (units === lookup ? [key] : []));
}

async function countAccounts(client: Queryable, portal: Portal, { kind, name }: LostName): Promise<number> {
  if (kind !== 'department' && kind !== 'row') return 0;
  const { owner, part } = partsOfName(name);
  const [where, values] =
    kind === 'department'
      ? ['department = $1', [name]]
      : ['unit = $1 AND department = ANY($2::text[])', [part, departmentsWithUnits(portal, owner)]];
  const [row] = await client.query<{ count: number }>(
    `SELECT count(DISTINCT id)::integer AS count FROM account_memberships WHERE ${where}`,
    values,
  );
  return row?.count ?? 0;
}

/** A question whose answers move to one that has answers in the same records. */
export interface MergedAnswers {
  readonly name: string;
  readonly successor: string;
  readonly records: number;
}

/** @returns the questions of which one answer would take the place of another */
export async function countMerged(
  client: Queryable,
  portal: Portal,
  names: readonly FormerName[],
): Promise<readonly MergedAnswers[]> {
  const merged: MergedAnswers[] = [];
  for (const { kind, name, successor } of names) {
    if (kind !== 'question' || successor === null) continue;
    const { owner, part } = partsOfName(name);
    const paths = [part, partsOfName(successor).part].map((path) => pathTo(path, presence));
    const values: unknown[] = [...paths];
    const where = inScope(portal, owner, (each) => `$${values.push(each)}`);
    const [row] = await client.query<{ records: number }>(
      `SELECT count(*)::integer AS records FROM records r
       WHERE ${where} AND r.data @? $1::jsonpath AND r.data @? $2::jsonpath`,
      values,
    );
    if (row !== undefined && row.records > 0) merged.push({ name, successor, records: row.records });
  }
  return merged;
}

/** A sentence with a remedy, for the author of the configuration. */
export function sayMerged({ name, successor, records }: MergedAnswers): string {
  return (
    `${countOfNoun(records, 'record', 'records')} ${nounForm(records, 'has', 'have')} an answer to the question "${name}" and one to ` +
    `"${successor}", which takes its place, so one of the two would be lost. Keep both questions, or list the first in gone.yaml ` +
    'with `values: keep` or `values: erase`.'
  );
}

/** A sentence with a remedy, for the author of the configuration. */
export function sayLost({ kind, name, records, drafts, accounts }: NameUse): string {
  const touched = [
    ...(records > 0 ? [countOfNoun(records, 'record', 'records')] : []),
    ...(accounts > 0 ? [countOfNoun(accounts, 'account', 'accounts')] : []),
  ].join(' and ');
  const unsent =
    drafts > 0 && drafts < records ? ` (${countOfNoun(drafts, 'draft', 'drafts')} among them)` : '';
  const verb = nounForm(records + accounts, 'has', 'have');
  const outcome = kind === 'question' ? '`values: keep` or `values: erase`' : '`values: keep`';
  return (
    `${touched}${unsent} ${verb} something under the ${nounsOfNames[kind]} "${name}", which the configuration no longer has. ` +
    `Name it under \`formerly\` of what takes its place, or in gone.yaml as \`${kind}: ${JSON.stringify(name)}\` with a ` +
    `\`successor\` or ${outcome}, or keep it.`
  );
}
