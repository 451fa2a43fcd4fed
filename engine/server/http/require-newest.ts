/** Refuses to say that something is gone while this process serves a version that the database has left. */
import type { Portal } from '../../portal/model/portal.ts';
import type { Queryable } from '../database/database.ts';
import type { Application } from '../kernel/application.ts';
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
  const newest = await newestVersion(client);
  if (newest !== null && newest.number > versionOf(portal).number) throw switching();
}
