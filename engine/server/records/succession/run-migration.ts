/** Runs a migration in the transaction that puts its configuration in force, or takes it back. */
import { signedOut } from '../../../portal/model/department.ts';
import type { DataMigration } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { countOfNoun } from '../../../portal/text/noun-count.ts';
import { localDate } from '../../../portal/time/working-days.ts';
import type { Queryable } from '../../database/database.ts';
import { accessSql } from '../../sql/access-sql.ts';
import {
  changeOne,
  changesOf,
  type DueRecord,
  isOfAnswers,
  type MigrationPlace,
  nameOf,
  type RecordMigration,
} from './change-migrated.ts';
import type { AnswerFault } from './check-migrated.ts';
import type { MigrationEntry } from './migration-runs.ts';
import { inScope } from './name-uses.ts';

export interface MigrationOutcome {
  readonly name: string;
  readonly does: 'run' | 'take-back' | 'stay';
  readonly records: number;
  /** One of the records that it changes, without what people wrote; null: it changes none. */
  readonly example: { readonly record: string; readonly changes: readonly string[] } | null;
  /** Why it cannot be taken back, or cannot run: sentences for the author of the configuration. */
  readonly faults: readonly string[];
}

/** @param client of a transaction, which is to be rolled back if the outcome has faults */
export async function runMigration(
  client: Queryable,
  migration: DataMigration,
  place: MigrationPlace,
): Promise<MigrationOutcome> {
  const { portal } = place;
  const { type, kind, steps, expect, where } = migration;
  const today = localDate(Date.now(), portal.timeZone);
  const condition = accessSql(where, { portal, visitor: signedOut, type, today });
  const values = [...condition.values];
  const scope = scopeSql(portal, { type, kind, steps }, (each) => `$${values.push(each)}`);
  const found = await client.query<DueRecord>(
    `${finding('NULL', 'NULL')} WHERE ${scope} AND (${condition.text})`,
    values,
  );
  const done = await changeAll(client, { ...place, migration, of: portal, steps }, found);
  const { atLeast, atMost } = expect;
  const isExpected = done.count >= atLeast && (atMost === null || done.count <= atMost);
  return {
    ...outcomeOf(migration.name, 'run', done),
    faults: [
      ...sayFaults(migration, done.faults),
      ...(isExpected || done.faults.length > 0
        ? []
        : [
            `The migration "${migration.name}" changes ${countOfNoun(done.count, 'record', 'records')}, but expects ` +
              `${sayExpected(expect)}. Look at its \`where\`, or correct \`expect\`.`,
          ]),
    ],
  };
}

/**
 * Takes it back for the records that it changed. Answers of records that changed since are changed too: they follow the
 * form that is left.
 * @param left the configuration that is left, which has the migration
 */
export async function takeBack(
  client: Queryable,
  { migration, run }: { readonly migration: DataMigration; readonly run: MigrationEntry },
  place: MigrationPlace & { readonly left: Portal },
): Promise<MigrationOutcome> {
  const { type, kind, name, back } = migration;
  const steps = back ?? [];
  const values: unknown[] = [name, run.at];
  const scope = scopeSql(place.left, { type, kind, steps }, (each) => `$${values.push(each)}`);
  const event = `(SELECT %s FROM events e WHERE e.record = r.id AND e.what = 'migrated' AND e.detail ->> 'migration' = $1
    ORDER BY e.version DESC LIMIT 1)`;
  const found = await client.query<DueRecord>(
    `SELECT * FROM (${finding(event.replace('%s', 'true'), event.replace('%s', "e.detail ->> 'form'"))}
       WHERE ${scope}) AS found WHERE moved OR updated_at >= $2`,
    values,
  );
  const done = await changeAll(client, { ...place, migration, of: place.left, steps, isBack: true }, found);
  return { ...outcomeOf(name, 'take-back', done), faults: sayFaults(migration, done.faults) };
}

function finding(moved: string, form: string): string {
  return `SELECT r.id, coalesce(r.ancestors[cardinality(r.ancestors)], r.id) AS root, ${moved}::boolean AS moved,
    ${form}::text AS form, r.updated_at FROM records r`;
}

/** Kinds with a form of their own have other questions. */
function scopeSql(
  portal: Portal,
  { type, kind, steps }: Pick<DataMigration, 'type' | 'kind' | 'steps'>,
  value: (value: unknown) => string,
): string {
  if (kind !== null) return `r.type = ${value(type)} AND r.kind = ${value(kind)}`;
  return steps.some(isOfAnswers) ? inScope(portal, type, value) : `r.type = ${value(type)}`;
}

interface MigrationCounts {
  readonly count: number;
  readonly example: MigrationOutcome['example'];
  readonly faults: readonly AnswerFault[];
}

/** In one order for all, so that two of them never wait for each other. */
async function changeAll(
  client: Queryable,
  work: RecordMigration,
  found: readonly DueRecord[],
): Promise<MigrationCounts> {
  let count = 0;
  let example: MigrationOutcome['example'] = null;
  const faults: AnswerFault[] = [];
  for (const one of found.toSorted((a, b) => compare(a.root, b.root) || compare(a.id, b.id))) {
    const changed = await changeOne(client, work, one);
    if (changed === null) continue;
    faults.push(...changed.faults);
    count += 1;
    const record = nameOf(changed.after);
    // The first by number, so that every plan shows the same.
    if (example === null || record < example.record)
      example = { record, changes: changesOf(changed.before, changed.after) };
  }
  return { count, example, faults };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function outcomeOf(name: string, does: 'run' | 'take-back', { count, example }: MigrationCounts) {
  return { name, does, records: count, example };
}

function sayExpected({ atLeast, atMost }: DataMigration['expect']): string {
  if (atLeast === atMost) return `${atLeast}`;
  return atMost === null ? `at least ${atLeast}` : `${atLeast} to ${atMost}`;
}

/** One sentence for all records with the same fault. */
function sayFaults({ name }: DataMigration, faults: readonly AnswerFault[]): string[] {
  // The first by number, so that every plan says the same.
  const sorted = faults.toSorted((a, b) => compare(a.record, b.record));
  const alike = Map.groupBy(sorted, ({ question, why }) => JSON.stringify([question, why]));
  return Array.from(alike.values(), ([first, ...more]) => {
    if (first === undefined) return '';
    const { question, why } = first;
    const others =
      more.length === 0 ? '' : ` and ${countOfNoun(more.length, 'other record', 'other records')}`;
    const records = `${first.record}${others}`;
    switch (why) {
      case 'no-match':
        return `The migration "${name}" cannot split the answer to "${question}" of ${records}: it does not match the pattern.`;
      case 'no-answer':
        return `The migration "${name}" cannot answer "${question}" of ${records}: an answer that its text names is missing, and the others would be lost. Give these records a step of their own, with \`when\`.`;
      default:
        return `The migration "${name}" would leave ${records} with answers that their form refuses, at "${question}": ${why.said}`;
    }
  });
}
