/** Who of those who work on a record is looking at it now. Its owner never learns it. */
import type { AccountName } from '../../../portal/model/record.ts';
import { claimRights } from '../../../portal/workflow/claims.ts';
import type { Queryable } from '../../database/database.ts';
import { forbidden } from '../../http/errors.ts';
import { announceChanges } from '../../live/changes.ts';
import { clientOf, type RecordRequest, requestContextOf } from '../rows/record-desk.ts';
import { openRecord, type RecordName } from './open-record.ts';

/** A browser says every 20 seconds that its page is open. After two missed calls its reader has gone. */
const fresh = `seen_at > now() - interval '50 seconds'`;

interface ViewerRow extends AccountName {
  readonly id: string;
  /** The caller was there before. */
  readonly known: boolean;
}

const others = (known: string): string => `SELECT a.id, a.slug, a.name, ${known} AS known
  FROM presences p JOIN accounts a ON a.id = p.account
  WHERE p.record = $1 AND p.account <> $2 AND p.${fresh} AND NOT a.is_suspended ORDER BY a.name, a.id`;

const coming = {
  name: 'viewer-comes',
  text: `WITH before AS (SELECT FROM presences WHERE record = $1 AND account = $2 AND ${fresh}),
    now AS (INSERT INTO presences (record, account) VALUES ($1, $2)
      ON CONFLICT (record, account) DO UPDATE SET seen_at = now())
    ${others('EXISTS (SELECT FROM before)')}`,
};

const leaving = {
  name: 'viewer-leaves',
  text: `WITH gone AS (DELETE FROM presences WHERE record = $1 AND account = $2) ${others('false')}`,
};

/**
 * Records that the caller is looking at the record, or has left it. The others who look at it hear of it at once.
 * @returns the others
 * @throws HttpError 403 for callers who do not work on such records, 404
 */
export async function noteViewer(
  request: RecordRequest,
  named: RecordName,
  isHere: boolean,
): Promise<AccountName[]> {
  const { portal, visitor } = requestContextOf(request);
  const { stored } = await openRecord(request, named);
  const { context } = stored;
  if (claimRights({ portal, visitor, context }) === null) throw forbidden();
  const values = [context.record.id, visitor.account];
  const rows = await clientOf(request).query<ViewerRow>({ ...(isHere ? coming : leaving), values });
  const viewers = rows.filter(({ known }) => !known).map(({ id }) => id);
  if (viewers.length > 0) announceChanges(request.desk.application.database, { viewers });
  return rows.map(({ slug, name }) => ({ slug, name }));
}

/** Removes what nobody reads any more. */
export async function forgetOldViewers(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM presences WHERE NOT ${fresh}`);
}
