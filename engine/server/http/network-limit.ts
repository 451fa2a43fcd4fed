/**
 * Limits what one network may hold at once: connections, including event streams and uploads. The connections of a
 * trusted proxy belong to everybody, so behind a proxy the open requests of each caller's network count instead.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Application } from '../kernel/application.ts';
import { busy } from './errors.ts';
import { networkOf, proxyRule } from './network.ts';

/** Closes further connections, and answers 503 to further requests through a proxy. */
export function registerNetworkLimit(server: FastifyInstance, application: Application): void {
  const isTrusted = proxyRule(application.settings.trustProxy);
  const isProxy = ({ remoteAddress = '' }: Socket): boolean => isTrusted(remoteAddress, 0);
  const limit = (unit: string) =>
    createLimit(
      () => application.portal().connections.perNetwork,
      (network, most) =>
        server.log.warn({ network, most }, `One network holds all ${unit} that it may have.`),
    );
  const connections = limit('connections');
  const requests = limit('requests');
  server.server.on('connection', (socket: Socket) => {
    if (isProxy(socket)) return;
    const release = connections.take(networkOf(socket.remoteAddress ?? ''));
    if (release === null) socket.destroy();
    else socket.once('close', release);
  });
  server.addHook('onRequest', async ({ ip, socket }, reply) => {
    if (!isProxy(socket)) return;
    const release = requests.take(networkOf(ip));
    if (release === null) throw busy();
    reply.raw.once('close', release);
  });
}

interface NetworkLimit {
  /** @returns releases the place; null: the network has no place left */
  take(network: string): (() => void) | null;
}

/** @param tell called when a network is refused, once until it holds nothing any more */
function createLimit(most: () => number, tell: (network: string, most: number) => void): NetworkLimit {
  const held = new Map<string, number>();
  const told = new Set<string>();
  const release = (network: string): void => {
    const left = (held.get(network) ?? 0) - 1;
    if (left > 0) {
      held.set(network, left);
      return;
    }
    held.delete(network);
    told.delete(network);
  };
  return {
    take(network) {
      const count = held.get(network) ?? 0;
      if (count >= most()) {
        if (!told.has(network)) tell(network, most());
        told.add(network);
        return null;
      }
      held.set(network, count + 1);
      return () => release(network);
    },
  };
}
