/** The record of a new thread, and the names of its sides in calls. */
import { viewLevel } from '../../portal/access/access.ts';
import type { ThreadRecord, ThreadSide } from '../../portal/access/threads.ts';
import { departmentKey } from '../../portal/routing/match.ts';
import { membershipsOf } from '../accounts/memberships.ts';
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
  const { owner } = context.record;
  const memberships = owner === null ? [] : await membershipsOf(client, owner);
  return {
    context,
    ownerDepartments: memberships.map(({ department }) => departmentKey(scope.portal, department)),
  };
}

/** The name of a side in calls: `department`, or `department/unit`. A record has one owner. */
export function nameOf({ department, unit }: ThreadSide): string {
  return unit === null ? department : `${department}/${unit}`;
}
