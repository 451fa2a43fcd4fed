/** What these tests ask of a portal: calls for records as a person sends them, and a configuration that is adopted. */
import { expect } from 'vitest';
import type { WireRecord } from '../../../engine/contract/record.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { verifyHistories } from '../../../engine/server/audit/verify-histories.ts';
import { testAuditKey } from '../../../engine/server/database/testing.ts';
import { adoptPortal, sayObstacles } from '../../../engine/server/records/succession/adopt-portal.ts';
import type { Browser, PortalServer } from '../portal-server.ts';

/** @param version of the record that the person has seen */
export async function callRecords<T = WireRecord>(
  browser: Browser,
  method: string,
  path: string,
  { body, version }: { readonly body?: unknown; readonly version?: number | undefined } = {},
): Promise<T> {
  const headers = {
    'idempotency-key': crypto.randomUUID(),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
  };
  const answer = await browser.send(method, `records/${path}`, { body, headers });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as T;
}

/** @returns what is in the way */
export async function adoptThere(
  { application, database }: PortalServer,
  portal: Portal,
): Promise<readonly string[]> {
  const before = application.portal();
  const told = sayObstacles(await adoptPortal(database, { portal, before, key: testAuditKey }));
  if (told.length === 0) await application.replacePortal(portal);
  expect((await verifyHistories(database, testAuditKey)).findings).toEqual([]);
  return told;
}
