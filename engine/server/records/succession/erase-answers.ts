/** Erases the answers to questions that are gone, from records and from their histories. */
import type { FormerName } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { partsOfName } from '../../../portal/succession/names-in.ts';
import type { AnswerLevel } from '../../../portal/succession/succeed-answers.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { Queryable } from '../../database/database.ts';
import { runParts } from '../../database/statements.ts';
import { eventParts, type Ledger, nextRows } from '../../history/ledger.ts';
import { type RecordRow, rowJson, toRecord } from '../rows/rows.ts';
import { inScope, pathTo, presence, recordsWith } from './name-uses.ts';

export interface Erasure {
  readonly portal: Portal;
  /** Of a question whose values are erased. */
  readonly gone: FormerName;
  readonly ledger: () => Promise<Ledger>;
  /** Histories are searched, too: a record may have had an answer that it no longer has. */
  readonly isFirst: boolean;
}

/** @returns the number of records that held an answer */
export async function eraseAnswers(
  client: Queryable,
  { portal, gone, ledger, isFirst }: Erasure,
): Promise<number> {
  const keys = partsOfName(gone.name).part.split('.');
  const [field = ''] = keys;
  const values: unknown[] = [];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const now = recordsWith.question({ portal, name: gone.name, value });
  const earlier = () => `${inScope(portal, partsOfName(gone.name).owner, value)} AND EXISTS (
    SELECT FROM event_values v WHERE v.record = r.id AND jsonb_typeof(v.entries -> ${value(`data.${field}`)}) = 'array'
      AND (v.entries -> ${value(`data.${field}`)} ->> 1)::jsonb @? ${value(pathTo(keys.slice(1).join('.'), presence))}::jsonpath)`;
  const where = isFirst ? `(${now}) OR (${earlier()})` : now;
  const rows = await client.query<{ record: RecordRow; head: Buffer | null }>(
    `SELECT ${rowJson('r')} AS record, r.head FROM records r WHERE ${where} ORDER BY r.id FOR NO KEY UPDATE`,
    values,
  );
  for (const { record: row, head } of rows) {
    const before = toRecord(row);
    const version = before.version + 1;
    const at = new Date().toISOString();
    const after = { ...before, data: without(before.data, keys) };
    // First the history, whose entries of an answer are erased as a whole; then the event with what is left of it.
    await client.query('SELECT erase_event_values($1, $2)', [
      before.id,
      [`data.${field}`, `detail.input.${field}`],
    ]);
    const event = { record: before.id, version, at, account: null, department: null, what: 'erased' };
    const detail = { question: field };
    const events = nextRows(await ledger(), { head, record: before }, [
      { ...event, state: before.state, detail, after },
    ]);
    await runParts(client, [
      ...eventParts(events),
      {
        name: 'erased',
        text: erasing,
        values: [before.id, JSON.stringify(after.data), version, at, events[0]?.hash],
      },
    ]);
  }
  return rows.length;
}

const erasing = `UPDATE records SET data = $2::jsonb, version = $3, updated_at = $4, head = decode($5, 'hex') WHERE id = $1::uuid`;

/** The answers without the one at these keys: in a mapping, or in every row of a list. */
function without(level: AnswerLevel, [key = '', ...rest]: readonly string[]): AnswerLevel {
  if (!Object.hasOwn(level, key)) return level;
  const { [key]: value, ...others } = level;
  if (rest.length === 0) return others;
  if (Array.isArray(value)) {
    return { ...level, [key]: value.map((row: unknown) => (isMapping(row) ? without(row, rest) : row)) };
  }
  return isMapping(value) ? { ...level, [key]: without(value, rest) } : level;
}
