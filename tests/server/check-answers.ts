/** Checks every successful response of a server in this process against the contract. */
import { subscribe } from 'node:diagnostics_channel';
import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contract } from '../../engine/contract/contract.ts';
import type { Contract } from '../../engine/contract/endpoint.ts';

const base = '/api/v1';
const marker = Symbol.for('munisipyo.check-answers');
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const endpoints = new Map(
  Object.entries<Contract[keyof Contract]>(contract).map(([key, one]) => [named(key), one]),
);
const checks = new Map<string, ValidateFunction>();
/** The answer of a handler, as JSON. */
const unserialised = new WeakMap<FastifyRequest, string>();

// Test files share processes: one check is enough.
if (!(marker in globalThis)) {
  Object.assign(globalThis, { [marker]: true });
  subscribe('fastify.initialization', (message) =>
    checkAnswers((message as { readonly fastify: FastifyInstance }).fastify),
  );
}

/** A response that does not fit becomes a server error, and the console shows the difference. */
function checkAnswers(server: FastifyInstance): void {
  // The serialiser drops and changes what does not fit, so the check comes before it.
  server.addHook('preSerialization', async (request, { statusCode }, payload) => {
    const answer = JSON.stringify(payload);
    expectFit(request, statusCode, answer);
    unserialised.set(request, answer);
    return payload;
  });
  server.addHook('onSend', async (request, { statusCode }, payload) => {
    const answer = unserialised.get(request);
    if (typeof payload !== 'string' || statusCode >= 300) return payload;
    // An answer that was stored is not serialised again.
    if (answer === undefined) expectFit(request, statusCode, payload);
    else if (!isDeepStrictEqual(JSON.parse(payload), JSON.parse(answer)))
      refuse(`${request.method} ${request.url}: the serialiser wrote ${payload} in place of ${answer}`);
    return payload;
  });
}

function expectFit(request: FastifyRequest, status: number, answer: string): void {
  const { url = '' } = request.routeOptions;
  if (status >= 300 || !url.startsWith(base)) return;
  const fault = faultOf(`${request.method} ${url.slice(base.length)}`, status, answer);
  if (fault !== null) refuse(fault);
}

function refuse(fault: string): never {
  console.error(fault);
  throw new Error(fault);
}

/** @returns how a response differs from the contract, or null */
export function faultOf(key: string, status: number, answer: string): string | null {
  const endpoint = endpoints.get(named(key));
  if (endpoint === undefined || endpoint.raw === true) return null;
  const { [status]: schema } = endpoint.answers;
  if (schema === undefined) return `${key}: the contract has no answer with the status ${status}`;
  const name = `${named(key)} ${status}`;
  const check = checks.get(name) ?? ajv.compile(closed(schema) as object);
  checks.set(name, check);
  return check(JSON.parse(answer)) ? null : `${key} ${status}: ${ajv.errorsText(check.errors)}`;
}

/** The name of a parameter does not make another endpoint. */
function named(key: string): string {
  return key.replace(/:\w+/g, ':');
}

/** The same schema, but without additional properties: the serialiser would drop them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = parts['type'] === undefined || parts['properties'] === undefined;
  return isOpen ? parts : { additionalProperties: false, ...parts };
}
