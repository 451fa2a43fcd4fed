/** Reads the records whose answers name others, where derived values count them, and keeps them from changing. */
import { countedQuestions } from '../../../portal/life/counted-questions.ts';
import { slugsAt } from '../../../portal/values/slugs-at.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { NamingRecord, PortalRecord } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { statementOf } from '../../database/statements.ts';
import { isNamingSql } from '../../sql/value-sql.ts';
import { type RecordRow, rowJson, toRecord } from './rows.ts';

interface NamingRow {
  readonly record: RecordRow;
  readonly ancestors: readonly RecordRow[];
}

/**
 * Reads them with one statement for each question that is counted, and none if there is no such question.
 * @returns each once
 */
export async function readNaming(
  client: Queryable,
  portal: Portal,
  named: readonly PortalRecord[],
): Promise<readonly NamingRecord[]> {
  const counted = countedQuestions(portal);
  if (counted.size === 0) return [];
  const slugs = new Map<string, Set<string>>();
  const questions = named.flatMap(({ type, slug }) =>
    (counted.get(type) ?? []).map((question) => {
      const key = JSON.stringify(question);
      slugs.set(key, (slugs.get(key) ?? new Set()).add(slug));
      return [key, question] as const;
    }),
  );
  const read = await Promise.all(
    [...new Map(questions)].map(([key, { of, keys, states }]) => {
      const values = [of, [...(slugs.get(key) ?? [])], states];
      return client.query<NamingRow>(statementOf('naming', { text: statementFor(keys), values }));
    }),
  );
  const records = read.flat().map(({ record, ancestors }) => ({
    record: toRecord(record),
    ancestors: ancestors.map(toRecord),
  }));
  return [...new Map(records.map((one) => [one.record.id, one])).values()];
}

function statementFor(keys: readonly string[]): string {
  return `SELECT ${rowJson('r')} AS record,
    (SELECT coalesce(json_agg(${rowJson('a')} ORDER BY array_position(r.ancestors, a.id)), '[]')
       FROM records a WHERE a.id = ANY(r.ancestors)) AS ancestors
    FROM records r WHERE r.type = $1::text AND ${isNamingSql('r', keys, '$2::text[]')} AND r.state = ANY($3::text[])`;
}

/**
 * Until the transaction ends, no other transaction names these records anew, or counts those that name them. Whoever
 * writes a record that is counted so, or one that names it, waits here.
 * @param records those that are written, or that an answer names
 */
export async function lockCounted(
  client: Queryable,
  portal: Portal,
  records: readonly Pick<PortalRecord, 'type' | 'slug' | 'data'>[],
): Promise<void> {
  const counted = countedQuestions(portal);
  if (counted.size === 0) return;
  const own = records.flatMap(({ type, slug }) => (counted.has(type) ? [slug] : []));
  const questions = [...counted.values()].flat();
  const named = records.flatMap(({ type, data }) =>
    questions.flatMap(({ of, keys }) => (of === type ? slugsAt(data, keys) : [])),
  );
  const slugs = [...new Set([...own, ...named])];
  if (slugs.length > 0) await client.query({ ...locking, values: [slugs] });
}

// In one order, so that two transactions do not wait for each other.
const locking = {
  name: 'lock-counted',
  text: 'SELECT FROM records WHERE slug = ANY($1::text[]) ORDER BY slug FOR NO KEY UPDATE',
};
