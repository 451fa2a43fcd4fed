/** How long a connection may take to send a request or rest between two, and how many there may be. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { isUpload } from './limits.ts';

const anHour = 3_600_000;

/**
 * The headers have a third of the time of a request, the rest is for its body. An upload may take an hour, but never rest
 * for the time of a whole request. Answers may take as long as they need: a stream of events goes on.
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
    if (request.raw.complete) return;
    const { requestSeconds } = application.portal().connections;
    if (isUpload(request)) limitRests(request, requestSeconds * 1000);
    else limitBody(request, requestSeconds * 1000 - headerTime(requestSeconds));
  });
}

/** How often Node.js looks for connections whose headers take too long. */
export function checkingInterval({ portal }: Application): number {
  return Math.min(5000, Math.ceil(headerTime(portal().connections.requestSeconds) / 2));
}

function headerTime(requestSeconds: number): number {
  return Math.ceil((requestSeconds * 1000) / 3);
}

function limitBody({ raw }: FastifyRequest, milliseconds: number): void {
  const timer = setTimeout(() => {
    // It has arrived, but nobody reads it: the call needs no body.
    if (raw.complete) return;
    raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    raw.socket.destroySoon();
  }, milliseconds);
  whenArrived(raw, () => clearTimeout(timer));
}

/** Node.js ends a connection at which nothing happened for this long. */
function limitRests({ raw }: FastifyRequest, milliseconds: number): void {
  raw.socket.setTimeout(milliseconds);
  whenArrived(raw, () => raw.socket.setTimeout(0));
}

function whenArrived(raw: FastifyRequest['raw'], then: () => void): void {
  raw.once('end', then).once('close', then);
}
