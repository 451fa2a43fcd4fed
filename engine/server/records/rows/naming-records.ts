/** Reads the records whose answers name others, where derived values count them. */
import { countedQuestions } from '../../../portal/conditions/derived-values.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { NamingRecord, PortalRecord } from '../../../portal/model/record.ts';
import type { Queryable } from '../../database/database.ts';
import { statementOf } from '../../database/statements.ts';
import { slugSql } from '../../sql/value-sql.ts';
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
    (counted.get(type) ?? []).map(({ of, keys }) => {
      const text = statementFor(keys);
      const key = JSON.stringify([of, text]);
      slugs.set(key, (slugs.get(key) ?? new Set()).add(slug));
      return [key, { of, text }] as const;
    }),
  );
  const read = await Promise.all(
    [...new Map(questions)].map(([key, { of, text }]) =>
      client.query<NamingRow>(statementOf('naming', { text, values: [of, [...(slugs.get(key) ?? [])]] })),
    ),
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
    FROM records r WHERE r.type = $1::text AND ${slugSql('r.', keys)} = ANY($2::text[])`;
}
