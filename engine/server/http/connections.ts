/** How long a connection may take to send a request or rest between two, and how many there may be. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../application.ts';
import { isUpload } from './limits.ts';
import { anHour } from '../../portal/time/lengths.ts';

/**
 * The headers have a third of the time of a request, the rest is for its body. An upload that was accepted may take an
 * hour, but never rest for the time of a whole request. Answers may take as long as they need: a stream of events goes on.
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
    // An injected request comes through no connection, and need not end.
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

/** What lifts the limit of a request that brings a piece of a file. */
const uploads = new WeakMap<FastifyRequest['raw'], () => void>();

/** Gives an upload that was found to be allowed its hour: until then it is limited as every other request. */
export function acceptUpload({ raw }: FastifyRequest): void {
  uploads.get(raw)?.();
}

/** How often Node.js looks for connections whose headers take too long. */
export function checkingInterval({ portal }: Application): number {
  return Math.min(5000, Math.ceil(headerTime(portal().connections.requestSeconds) / 2));
}

function headerTime(requestSeconds: number): number {
  return Math.ceil((requestSeconds * 1000) / 3);
}

/** @returns lifts the limit */
function limitBody({ raw }: FastifyRequest, milliseconds: number): () => void {
  const timer = setTimeout(() => {
    // It has arrived, but nobody reads it: the call needs no body.
    if (raw.complete) return;
    raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    raw.socket.destroySoon();
  }, milliseconds);
  const lift = (): void => clearTimeout(timer);
  whenArrived(raw, lift);
  return lift;
}

/** Node.js ends a connection at which nothing happened for this long. */
function limitRests({ raw }: FastifyRequest, milliseconds: number): void {
  raw.socket.setTimeout(milliseconds);
  whenArrived(raw, () => raw.socket.setTimeout(0));
}

function whenArrived(raw: FastifyRequest['raw'], then: () => void): void {
  raw.once('end', then).once('close', then);
}
