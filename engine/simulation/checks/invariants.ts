/** Invariants that hold whatever people do, each with what was checked and what violates it. */
import type { Portal } from '../../portal/model/portal.ts';
import type { Workflow } from '../../portal/model/workflow.ts';
import { verifyHistories } from '../../server/audit/verify-histories.ts';
import type { Queryable } from '../../server/database/database.ts';
import type { InvariantResult } from './invariant-result.ts';
import { stuckRecords } from './stuck.ts';
import type { Town } from '../town/town.ts';

interface RecordLine {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly state: string;
}

interface EventLine {
  readonly record: string;
  readonly version: number;
  readonly what: string;
  readonly state: string;
}

/**
 * @param type the type of record that people created
 * @param bookings the bookings seen during the run, most of which are over at its end
 */
export async function checkInvariants(
  town: Town,
  type: string,
  bookings: InvariantResult,
): Promise<InvariantResult[]> {
  const { application, portal, tally } = town;
  const { database } = application;
  const records = await database.query<RecordLine>(
    'SELECT id, type, slug, state FROM records ORDER BY created_at, id',
  );
  const events = await database.query<EventLine>(
    'SELECT record, version, what, state FROM events ORDER BY record, version',
  );
  const failures = [...tally].filter(([status]) => status.startsWith('5'));
  return [
    await checkHistories(application),
    checkSteps(
      portal,
      records,
      Map.groupBy(events, ({ record }) => record),
    ),
    await checkNumbers(database, portal),
    await checkSequences(database, portal),
    await checkDocuments(town),
    await checkNotices(database, portal),
    await checkForms(database, portal),
    await checkKinds(database, portal),
    bookings,
    await checkAcknowledged(town),
    await checkBegun(town, type),
    {
      name: 'no server ended by itself',
      checked: town.servers.kills + 1,
      isExpected: true,
      broken: town.servers.faults,
    },
    await stuckRecords(town),
    {
      name: 'no call failed on the server’s side',
      checked: [...tally.values()].reduce((sum, count) => sum + count, 0),
      isExpected: true,
      broken: failures.map(([status, count]) => `${count} × ${status}`),
    },
  ];
}

/** Nothing is lost: the same checks as `munisipyo audit verify`. */
async function checkHistories({ database, auditKey }: Town['application']): Promise<InvariantResult> {
  const { events, findings } = await verifyHistories(database, auditKey);
  const broken = findings.map(({ subject, version, why }) => `${subject} ${version ?? ''} ${why}`);
  return { name: 'every history is whole', checked: events, isExpected: true, broken };
}

/** Everything acknowledged is stored, whatever happened to the server. */
async function checkAcknowledged({ application, acknowledged }: Town): Promise<InvariantResult> {
  const rows = await application.database.query<{ slug: string; version: number }>(
    'SELECT slug, version FROM records',
  );
  const versions = new Map(rows.map(({ slug, version }) => [slug, version]));
  const lost = [...acknowledged.versions].filter(([slug, version]) => (versions.get(slug) ?? 0) < version);
  return {
    name: 'nothing that was acknowledged is lost',
    checked: acknowledged.versions.size,
    isExpected: true,
    broken: lost.map(([slug, version]) => `${slug}: version ${version}, now ${versions.get(slug) ?? 'gone'}`),
  };
}

/** A repeated call is carried out once: every created record was acknowledged. */
async function checkBegun(
  { application, acknowledged, portal }: Town,
  type: string,
): Promise<InvariantResult> {
  const rows = await application.database.query<{ name: string }>(
    `SELECT type || '/' || slug AS name FROM records WHERE type = $1`,
    [type],
  );
  // Records created by the engine are not acknowledged to anybody.
  const isMade = JSON.stringify(portal.workflows).includes(`"effect":"create","type":"${type}"`);
  const twice = isMade ? [] : rows.filter(({ name }) => !acknowledged.begun.has(name));
  return {
    name: 'nothing was begun twice',
    checked: rows.length,
    isExpected: true,
    broken: twice.map(({ name }) => name),
  };
}

/** Every change of state is a step of the workflow. */
function checkSteps(
  portal: Portal,
  records: readonly RecordLine[],
  events: ReadonlyMap<string, readonly EventLine[]>,
): InvariantResult {
  let checked = 0;
  const broken: string[] = [];
  for (const record of records) {
    const workflow = portal.workflows[record.type];
    if (workflow === undefined) continue;
    let before: string | null = null;
    for (const { what, state, version } of events.get(record.id) ?? []) {
      checked += 1;
      if (!isStep(workflow, what, { before, state })) {
        broken.push(`${nameOf(record)} version ${version}: ${before ?? 'nothing'} → ${state} by ${what}`);
      }
      before = state;
    }
  }
  return { name: 'every step is one of the workflow', checked, isExpected: true, broken };
}

function isStep(
  { initial, transitions, states }: Workflow,
  what: string,
  { before, state }: { readonly before: string | null; readonly state: string },
): boolean {
  if (before === null) return state === initial;
  const taken = Object.hasOwn(transitions, what) ? transitions[what] : undefined;
  if (taken === undefined) return before === state && Object.hasOwn(states, state);
  const targets = [taken.to, ...taken.toCases.map(({ to }) => to)];
  // Until enough people have taken a step, the record stays.
  const mayStay = taken.extends !== null || taken.quorum !== null;
  const isTarget = taken.extends === null && targets.includes(state);
  return taken.from.includes(before) && (isTarget || (mayStay && before === state));
}

async function checkNumbers(database: Queryable, portal: Portal): Promise<InvariantResult> {
  const [counted] = await database.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM records WHERE number IS NOT NULL)::integer
       + (SELECT count(*) FROM documents WHERE number IS NOT NULL)::integer AS count`,
  );
  // A document without its own number has that of its record, also when it is issued again.
  const twice = await database.query<{ number: string }>(
    `SELECT number FROM (
       SELECT type AS of, number FROM records UNION ALL
       SELECT d.document, d.number FROM documents d JOIN records r ON r.id = d.record
       WHERE d.number IS DISTINCT FROM r.number) n
     WHERE number IS NOT NULL GROUP BY of, number HAVING count(*) > 1`,
  );
  return {
    name: 'no number was given twice',
    checked: counted?.count ?? 0,
    isExpected: patternsIn(portal).length > 0,
    broken: twice.map(({ number }) => number),
  };
}

interface NumberedRow {
  readonly of: string;
  readonly number: string;
}

/** Numbers follow each other without gaps: a failed call loses none. */
async function checkSequences(database: Queryable, portal: Portal): Promise<InvariantResult> {
  const rows = await database.query<NumberedRow>(
    `SELECT type AS of, number FROM records WHERE number IS NOT NULL UNION ALL
     SELECT d.document, d.number FROM documents d JOIN records r ON r.id = d.record
     WHERE d.number IS NOT NULL AND d.number IS DISTINCT FROM r.number`,
  );
  const patterns = new Map(patternsIn(portal).map(({ of, pattern }) => [of, sequenceIn(pattern)]));
  const series = new Map<string, Set<number>>();
  for (const { of, number } of rows) {
    const [, before = '', digits = '', after = ''] = patterns.get(of)?.exec(number) ?? [];
    const name = `${of} ${before}…${after}`;
    series.set(name, (series.get(name) ?? new Set()).add(Number(digits)));
  }
  const gaps = [...series].filter(([, numbers]) => Math.max(...numbers) !== numbers.size);
  return {
    name: 'no number is left out',
    checked: rows.length,
    isExpected: patterns.size > 0,
    broken: gaps.map(([name, numbers]) => `${name}: ${numbers.size} up to ${Math.max(...numbers)}`),
  };
}

/** Numbers of records and documents, with their subjects. */
function patternsIn({ recordTypes, documents }: Portal): { of: string; pattern: string }[] {
  const types = Object.values(recordTypes).map(({ type, number }) => ({ of: type, number }));
  const papers = Object.entries(documents).map(([name, { number }]) => ({ of: name, number }));
  return [...types, ...papers].flatMap(({ of, number }) =>
    number === null ? [] : [{ of, pattern: number.pattern }],
  );
}

/** Splits a number into prefix, sequence and suffix, without its check digits. */
function sequenceIn(pattern: string): RegExp {
  const counted = pattern.replace(/\{check\}$/, '');
  const parts = counted.split(/\{sequence(?::\d+)?\}/).map((part) =>
    part
      .split(/\{[^}]*\}/)
      .map((text) => RegExp.escape(text))
      .join('.+'),
  );
  return new RegExp(
    `^(${parts[0] ?? ''})(\\d+)(${parts[1] ?? ''})${counted === pattern ? '' : '\\d{2}'}$`,
    'u',
  );
}

/** The maximum number of documents, of all ages, that are verified like a shown document. */
const lookedUp = 200;

/** A person who is shown a document finds it in the register. */
async function checkDocuments({ application, portal, people }: Town): Promise<InvariantResult> {
  const documents = await application.database.query<{ code: string; number: string | null; state: string }>(
    `SELECT code, number, state FROM (
       SELECT *, row_number() OVER (ORDER BY issued_at, id) AS place, count(*) OVER () AS count FROM documents) d
     WHERE place % greatest(1, ceil(count / $1::numeric)) = 0`,
    [lookedUp],
  );
  const [reader] = people;
  const broken: string[] = [];
  for (const { code, number, state } of documents) {
    const found = await reader?.call<{ verdict?: string; number?: string | null }>(
      'GET',
      `documents/${code}`,
    );
    const verdict = found?.body.verdict ?? 'nothing';
    const isSame = verdict === state || (state === 'valid' && verdict === 'expired');
    if (!isSame || found?.body.number !== number)
      broken.push(`${code}: ${state}, and is shown as ${verdict}`);
  }
  const isExpected = Object.keys(portal.documents).length > 0;
  return { name: 'every document is found as it stands', checked: documents.length, isExpected, broken };
}

/** Every notice names a notice of the configuration and has a text. */
async function checkNotices(database: Queryable, portal: Portal): Promise<InvariantResult> {
  const rows = await database.query<{ notice: string; count: number; empty: number }>(
    `SELECT notice, count(*)::integer AS count, (count(*) FILTER (WHERE subject = '' OR body = ''))::integer AS empty
     FROM notifications GROUP BY notice`,
  );
  const broken = rows.filter(({ notice, empty }) => empty > 0 || !Object.hasOwn(portal.notices, notice));
  return {
    name: 'every notice says something',
    checked: rows.reduce((sum, { count }) => sum + count, 0),
    isExpected: Object.keys(portal.notices).length > 0,
    broken: broken.map(({ notice }) => notice),
  };
}

async function checkForms(database: Queryable, portal: Portal): Promise<InvariantResult> {
  const used = await database.query<{ form: string; kept: boolean }>(
    `SELECT r.form, EXISTS (SELECT 1 FROM forms f WHERE f.hash = r.form) AS kept
     FROM records r WHERE r.form IS NOT NULL GROUP BY r.form`,
  );
  const lost = used.filter(({ form, kept }) => !kept && !Object.hasOwn(portal.forms, form));
  return {
    name: 'every record opens with its form',
    checked: used.length,
    isExpected: Object.keys(portal.forms).length > 0,
    broken: lost.map(({ form }) => form),
  };
}

async function checkKinds(database: Queryable, portal: Portal): Promise<InvariantResult> {
  const rows = await database.query<{ slug: string; kind: string; count: number }>(
    `SELECT p.slug, c.kind, count(*)::integer AS count FROM records c JOIN records p ON p.id = c.parent
     WHERE c.kind IS NOT NULL GROUP BY p.slug, c.type, c.kind`,
  );
  const double = rows.filter(({ count }) => count > 1);
  return {
    name: 'nothing is asked twice of one record',
    checked: rows.length,
    isExpected: Object.keys(portal.kinds).length > 0,
    broken: double.map(({ slug, kind, count }) => `${slug}: ${count} × ${kind}`),
  };
}

function nameOf({ type, slug, state }: Pick<RecordLine, 'type' | 'slug' | 'state'>): string {
  return `${type}/${slug} (${state})`;
}
