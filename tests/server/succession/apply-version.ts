/** Puts a configuration in force as the command does: wished, prepared by the servers, applied. */
import type { SourceFile } from '../../../engine/config/source/source.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { LiveApplication } from '../../../engine/server/kernel/create-application.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { prepareEverywhere } from '../../../engine/server/portals/prepared-versions.ts';
import { removeWish, wishVersion } from '../../../engine/server/portals/wished-versions.ts';
import { type ApplyOutcome, applyPortal } from '../../../engine/server/records/succession/apply-portal.ts';

export async function applyVersion(
  { database, portal: inForce, versionOf }: LiveApplication,
  portal: Portal,
  {
    files = [],
    again = null,
  }: { readonly files?: readonly SourceFile[]; readonly again?: number | null } = {},
): Promise<ApplyOutcome> {
  const order = { again, author: 'Ana', approver: null, message: 'A test.', plan: {} };
  const terms = {
    state: 'preparing',
    due: null,
    needsApproval: false,
    address: null,
    authorAccount: null,
  } as const;
  const wished = { portal, files, wish: { ...order, ...terms } };
  const wish = await database.transaction((client) => wishVersion(client, testAuditKey, wished));
  await prepareEverywhere(database, wish);
  const before = { portal: inForce(), number: versionOf(inForce()).number };
  const outcome = await applyPortal(database, { ...order, portal, files, before, key: testAuditKey, wish });
  await removeWish(database, wish);
  return outcome;
}
