/** Time limits of connections for sending and idling, and their maximum number. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../kernel/application.ts';
import { isUpload } from './limits.ts';
import { anHour } from '../../portal/time/lengths.ts';

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

/** @returns lifts the limit */
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
