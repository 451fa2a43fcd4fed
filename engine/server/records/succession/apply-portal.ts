/** Puts a configuration in force for all processes: one transaction that adopts, numbers, keeps and announces it. */
import type { KeyObject } from 'node:crypto';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { withRetries } from '../../database/transactions.ts';
import type { Version } from '../../history/event-chain.ts';
import { type ConfigFile, keepFiles } from '../../portals/config-files.ts';
import { type AppliedVersion, newestApplied, noteApplied } from '../../portals/applied-versions.ts';
import { findWished, removeWish } from '../../portals/wished-versions.ts';
import { enterVersion, newestVersion, versionsChannel } from '../../portals/versions.ts';
import { adoptIn, isClear, lockAdoptions, type Obstacles } from './adopt-portal.ts';

export interface ApplyOrder extends AppliedVersion {
  /** With the rows that offices keep. */
  readonly portal: Portal;
  readonly files: readonly ConfigFile[];
  /** The configuration that the plan was made against. */
  readonly before: { readonly portal: Portal; readonly number: number };
  readonly key: KeyObject;
  /** Number under which it was prepared, or waited. */
  readonly wish: number;
  /** Writes what else belongs into the transaction in which it comes into force. */
  readonly also?: (client: Queryable) => Promise<void>;
}

export type ApplyOutcome =
  | { readonly is: 'applied'; readonly number: number }
  | { readonly is: 'same' }
  /** Meanwhile somebody took it back, or another process put it in force. */
  | { readonly is: 'gone' }
  | { readonly is: 'stale'; readonly newest: number }
  | { readonly is: 'refused'; readonly obstacles: Obstacles };

export function applyPortal(database: Database, order: ApplyOrder): Promise<ApplyOutcome> {
  return withRetries(() => database.transaction((client) => applyIn(client, order)));
}

async function applyIn(client: Queryable, order: ApplyOrder): Promise<ApplyOutcome> {
  const { portal, before, key } = order;
  await lockAdoptions(client);
  // Whoever writes events now is waited for; whoever comes later waits, and is told that its version was left.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('version_in_force'))`);
  if ((await findWished(client, order.wish)) === null) return { is: 'gone' };
  const newest = await newestVersion(client);
  if (newest !== null && newest.number !== before.number) return { is: 'stale', newest: newest.number };
  if (newest?.hash === portal.hash) {
    // The first one takes over from the folder, even if it has the same content.
    const isFirst = (await newestApplied(client)) === null;
    await removeWish(client, order.wish);
    if (!isFirst) return { is: 'same' };
    await noteApplied(client, newest.number, order);
    return { is: 'applied', number: newest.number };
  }
  let entered: Promise<Version> | null = null;
  const enter = (): Promise<Version> => (entered ??= enterApplied(client, order));
  const adoption = { portal, before: before.portal, again: order.again };
  const { obstacles } = await adoptIn(client, adoption, async () => ({ key, configuration: await enter() }));
  if (!isClear(obstacles)) return { is: 'refused', obstacles };
  const version = await enter();
  await keepFiles(client, version, { files: order.files, key });
  await removeWish(client, order.wish);
  await order.also?.(client);
  await client.query(`SELECT pg_notify('${versionsChannel}', $1)`, [String(version.number)]);
  return { is: 'applied', number: version.number };
}

async function enterApplied(client: Queryable, { portal, ...applied }: ApplyOrder): Promise<Version> {
  const version = await enterVersion(client, portal);
  await noteApplied(client, version.number, applied);
  return version;
}
