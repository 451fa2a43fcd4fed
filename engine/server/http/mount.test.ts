/** The types of contract and handlers, and requests that do not match them. */
import { fastify, type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import type { Contract } from '../../contract/endpoint.ts';
import { Body, List, OrNull, Text } from '../../contract/schema.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { signedOut } from '../../portal/model/department.ts';
import { HttpError } from './errors.ts';
import { mount } from './mount.ts';

const loans = {
  'POST /loans/:slug': {
    id: 'loan.take',
    tag: 'Loans',
    summary: 'Take a loan.',
    access: 'everyone',
    params: { slug: 'Slug of the loan.' },
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1 })) }),
    body: Body({
      name: Text,
      ids: Type.Optional(OrNull(List(Text))),
      count: Type.Optional(Type.Integer()),
    }),
    messages: { ids: message(requestMessages.idsExpected) },
    answers: { 201: Type.Object({ days: OrNull(Type.Integer()), name: Text }) },
  },
  'GET /loans.csv': {
    raw: true,
    id: 'loan.export',
    tag: 'Loans',
    summary: 'The loans.',
    access: 'session',
    status: 200,
    produces: 'text/csv',
    description: 'The file.',
  },
} as const satisfies Contract;

function serve(visitor = signedOut): FastifyInstance {
  const server = fastify();
  server.setErrorHandler((error, _request, reply) =>
    error instanceof HttpError
      ? reply.code(error.status).send(error.problem)
      : reply.code(500).send(`${error}`),
  );
  // A host may write the answers of its own routes in another way.
  server.setSerializerCompiler(() => () => '"host"');
  server.addHook('onRequest', async (request) => void (request.visitor = visitor));
  mount(server, loans, {
    'POST /loans/:slug': async ({ params, query, body }) => ({
      days: query.days ?? null,
      name: `${params.slug} ${body.name}`,
    }),
    'GET /loans.csv': async () => 'name',
  });
  return server;
}

async function post(query: string, payload?: unknown): Promise<{ status: number; body: unknown }> {
  const server = serve();
  const answer = await server.inject({
    method: 'POST',
    url: `/loans/x${query}`,
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    headers: payload === undefined ? {} : { 'content-type': 'application/json' },
  });
  await server.close();
  return { status: answer.statusCode, body: answer.json() };
}

const codes = (body: unknown) =>
  Object.fromEntries(
    Object.entries((body as { errors: Record<string, { code: string }[]> }).errors).map(([field, said]) => [
      field,
      said.map(({ code }) => code),
    ]),
  );

test('a handler receives what was validated, and a query as numbers', async () => {
  expect(await post('?days=3', { name: 'Ana', ids: null })).toEqual({
    status: 201,
    body: { days: 3, name: 'x Ana' },
  });
});

test('a body is not coerced, unknown fields are refused, and every field is reported at once', async () => {
  const { status, body } = await post('', { name: 5, count: '5', more: 1, ids: 'all' });
  expect(status).toBe(422);
  expect(codes(body)).toEqual({
    name: ['requests.value-unusable'],
    count: ['requests.value-unusable'],
    more: ['requests.field-unknown'],
    ids: ['requests.ids-expected'],
  });
  expect(codes((await post('')).body)).toEqual({ name: ['requests.field-missing'] });
  expect(codes((await post('', [])).body)).toEqual({ body: ['requests.fields-expected'] });
  for (const days of ['0', '03', '1e2', '0x3', '%203', '3&days=3'])
    expect(codes((await post(`?days=${days}`, { name: 'Ana' })).body)).toEqual({
      days: ['requests.value-unusable'],
    });
});

test('a field named like a member of every object is an unknown field', async () => {
  for (const field of ['constructor', 'toString', 'valueOf', '__defineGetter__', 'propertyIsEnumerable']) {
    const { status, body } = await post('', { name: 'Ana', [field]: 1 });
    expect([status, codes(body)]).toEqual([422, { [field]: ['requests.field-unknown'] }]);
  }
});

test('a missing handler, one too many and a wrong answer do not compile', () => {
  const name = 'Ana';
  // It is compiled, not run.
  const compiled = (server: FastifyInstance) => {
    // @ts-expect-error the handler of an answer is missing
    mount(server, loans, file);
    // @ts-expect-error the handler of a file is missing
    mount(server, loans, { 'POST /loans/:slug': async () => ({ days: 3, name }) });
    // @ts-expect-error days is a number
    mount(server, loans, { ...file, 'POST /loans/:slug': async () => ({ days: '3', name }) });
    // @ts-expect-error days is missing
    mount(server, loans, { ...file, 'POST /loans/:slug': async () => ({ name }) });
    const file = { 'GET /loans.csv': async () => name };
    const right = { ...file, 'POST /loans/:slug': async () => ({ days: 3, name }) };
    mount(server, loans, right);
    // @ts-expect-error the contract has no such endpoint
    mount(server, loans, { ...right, 'GET /loan': async () => ({}) });
  };
  expect(compiled).toBeTypeOf('function');
});

test('somebody who acts for another officer calls only what reads or is open to deputies', async () => {
  const actsFor = { account: 'chief', name: 'Ana', username: 'ana@example.org', steps: null };
  const server = serve({ ...signedOut, signedIn: true, actsFor });
  const body = { name: 'Atlas' };
  const answers = [
    await server.inject({ method: 'POST', url: '/loans/x', payload: body }),
    await server.inject({ method: 'GET', url: '/loans.csv' }),
  ];
  await server.close();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 200]);
});
