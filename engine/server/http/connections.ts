/** Limits of connections: time for sending and idling, their number, and what one network may hold at once. */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anHour } from '../../portal/time/lengths.ts';
import type { Application } from '../kernel/application.ts';
import { isUpload } from './bodies.ts';
import { busy } from './errors.ts';
import { networkOf, proxyRule } from './network.ts';

/**
 * The headers may take a third of a request's time, the body the rest. An accepted upload may take an hour, but
 * never be idle for the time of a whole request. Answers have no limit, because a stream of events continues.
 */
export function registerConnections(server: FastifyInstance, application: Application): void {
  const settle = (): void => {
    const { most, requestSeconds, idleSeconds } = application.portal().connections;
    server.server.maxConnections = most;
    server.server.headersTimeout = headerTime(requestSeconds);
    server.server.requestTimeout = anHour;
    server.server.keepAliveTimeout = idleSeconds * 1000;
  };
  settle();
  const stop = application.onPortalChange(settle);
  server.addHook('onClose', async () => stop());
  server.addHook('onRequest', async (request) => {
    // An injected request has no connection, so it may never end.
    const isOfNetwork = request.raw.socket instanceof Socket;
    if (!isOfNetwork || request.raw.complete) return;
    const { requestSeconds } = application.portal().connections;
    const lift = limitBody(request, requestSeconds * 1000 - headerTime(requestSeconds));
    if (!isUpload(request)) return;
    uploads.set(request.raw, () => {
      lift();
      limitRests(request, requestSeconds * 1000);
    });
  });
}

/** The function that lifts the time limit of a request with a chunk of a file. */
const uploads = new WeakMap<FastifyRequest['raw'], () => void>();

/** Gives an accepted upload its hour. Before that it has the limit of all other requests. */
export function acceptUpload({ raw }: FastifyRequest): void {
  uploads.get(raw)?.();
}

/** How often Node.js checks for connections with slow headers. */
export function checkingInterval({ portal }: Application): number {
  return Math.min(5000, Math.ceil(headerTime(portal().connections.requestSeconds) / 2));
}

function headerTime(requestSeconds: number): number {
  return Math.ceil((requestSeconds * 1000) / 3);
}

/** @returns a function that removes the limit */
function limitBody({ raw }: FastifyRequest, milliseconds: number): () => void {
  const timer = setTimeout(() => {
    // The body has arrived, but the call does not read it.
    if (raw.complete) return;
    raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    raw.socket.destroySoon();
  }, milliseconds);
  const lift = (): void => clearTimeout(timer);
  whenArrived(raw, lift);
  return lift;
}

/** Node.js ends a connection after this idle time. */
function limitRests({ raw }: FastifyRequest, milliseconds: number): void {
  raw.socket.setTimeout(milliseconds);
  whenArrived(raw, () => raw.socket.setTimeout(0));
}

function whenArrived(raw: FastifyRequest['raw'], then: () => void): void {
  raw.once('end', then).once('close', then);
}

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

/** @param work gets a signal that aborts if the connection closes before the work ends */
export async function whileConnected<Result>(
  { socket }: IncomingMessage,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  if (socket.destroyed) leave();
  socket.once('close', leave);
  try {
    return await work(controller.signal);
  } finally {
    socket.off('close', leave);
  }
}
