/** Checks every successful response of a server in this process against the contract. */
import { subscribe } from 'node:diagnostics_channel';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
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

// Test files share processes: one check is enough.
if (!(marker in globalThis)) {
  Object.assign(globalThis, { [marker]: true });
  subscribe('fastify.initialization', (message) =>
    checkAnswers((message as { readonly fastify: FastifyInstance }).fastify),
  );
}

/** A response that does not fit becomes a server error, and the console shows the difference. */
function checkAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async ({ method, routeOptions: { url = '' } }, { statusCode }, payload) => {
    if (typeof payload === 'string' && statusCode < 300 && url.startsWith(base)) {
      const fault = faultOf(`${method} ${url.slice(base.length)}`, statusCode, payload);
      if (fault !== null) console.error(fault);
      if (fault !== null) throw new Error(fault);
    }
    return payload;
  });
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
