/** Refuses to say that something is gone while this process serves a version that the database has left. */
import type { Portal } from '../../portal/model/portal.ts';
import type { Queryable } from '../database/database.ts';
import type { Version } from '../history/event-chain.ts';
import type { Application } from '../kernel/application.ts';
import { newestApplied } from '../portals/applied-versions.ts';
import { newestVersion } from '../portals/versions.ts';
import { switching } from './errors.ts';

/**
 * For what has a name that the portal does not know: another version may have given it.
 * @param portal with which the name was looked for
 * @throws HttpError 503 if another version has come into force since
 */
export async function requireNewest(
  { versionOf }: Pick<Application, 'versionOf'>,
  portal: Portal,
  client: Queryable,
): Promise<void> {
  if ((await versionAfter(versionOf(portal), client)) !== null) throw switching();
}

/**
 * For an account that is opened. A process with an earlier version opens accounts during a rolling restart without
 * `apply`, unless the newest version calls the department otherwise.
 * @throws HttpError 503 if it does, or if somebody has applied another version since
 */
export async function requireDepartment(
  application: Pick<Application, 'versionOf' | 'portal'>,
  { portal, department }: { readonly portal: Portal; readonly department: string },
  client: Queryable,
): Promise<void> {
  await requireApplied(application, portal, client);
  const newest = await versionAfter(application.versionOf(portal), client);
  if (newest === null) return;
  const known = await client.query(
    `SELECT FROM portals WHERE hash = $1 AND body::jsonb -> 'departments' ? $2`,
    [newest.hash, department],
  );
  if (known.length === 0) throw switching();
}

/** The newest version in force, if it differs from the one that is served. */
async function versionAfter(served: Version, client: Queryable): Promise<Version | null> {
  const newest = await newestVersion(client);
  // Processes that take the same edits in different steps may number equal portals differently.
  return newest !== null && newest.number > served.number && newest.hash !== served.hash ? newest : null;
}

/**
 * For any other refusal: under the version that this process is about to serve, there may be no reason for it. Without
 * `apply`, a process goes on with its own version and gives its reasons.
 * @param portal that refuses
 * @throws HttpError 503 if this process serves another one by now, or somebody has applied another version since
 */
export async function requireApplied(
  { versionOf, portal: inForce }: Pick<Application, 'versionOf' | 'portal'>,
  portal: Portal,
  client: Queryable,
): Promise<void> {
  if (inForce() !== portal) throw switching();
  const [newest, served] = [await newestApplied(client), versionOf(portal)];
  if (newest !== null && newest.number > served.number && newest.hash !== served.hash) throw switching();
}
