/** `connections` of portal.yaml: limits on connections to the server. */
import type { Portal } from '../../../portal/model/portal.ts';
import { child, number, type Cursor } from '../reading/cursor.ts';
import { report, type LinkContext } from '../reading/link-context.ts';

export function linkConnections(at: Cursor): Portal['connections'] {
  const most = number(child(at, 'most')) ?? 1000;
  return {
    most,
    perNetwork: number(child(at, 'perNetwork')) ?? Math.ceil((most * 2) / 5),
    requestSeconds: number(child(at, 'requestSeconds')) ?? 60,
    idleSeconds: number(child(at, 'idleSeconds')) ?? 75,
  };
}

/** Reports a limit per network that is higher than the total limit. */
export function checkConnections(at: Cursor, context: Pick<LinkContext, 'diagnostics'>): void {
  const { most, perNetwork } = linkConnections(at);
  if (perNetwork <= most) return;
  report(context, 'portal/network-limit', child(at, 'perNetwork'), { perNetwork, most });
}
