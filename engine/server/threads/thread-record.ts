/** The record of a new thread, and the names of its sides in calls. */
import { viewLevel } from '../../portal/access/access.ts';
import type { ThreadRecord, ThreadSide } from '../../portal/access/threads.ts';
import type { Queryable } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import { readRecord } from '../records/rows/read-record.ts';

/**
 * A record for a new thread.
 * @param named `type/slug`
 * @throws HttpError 404 if the caller may not see it
 */
export async function readThreadRecord(
  client: Queryable,
  scope: Parameters<typeof readRecord>[1],
  named: string,
): Promise<ThreadRecord> {
  const [type = '', slug = ''] = named.split('/');
  const stored = await readRecord(client, scope, { type, slug });
  if (stored === null || viewLevel({ ...scope, context: stored.context }) === null) throw notFound();
  const { context } = stored;
  const [owner] = await client.query<{ department: string }>({
    name: 'department-of-account',
    text: 'SELECT department FROM accounts WHERE id = $1',
    values: [context.record.owner],
  });
  return { context, ownerDepartment: owner?.department ?? null };
}

/** The name of a side in calls: `department`, or `department/unit`. A record has one owner. */
export function nameOf({ department, unit }: ThreadSide): string {
  return unit === null ? department : `${department}/${unit}`;
}
