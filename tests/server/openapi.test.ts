/** The OpenAPI description against the server: every call is described, and nothing else. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../engine/contract/contract.ts';
import { isNever } from '../../engine/portal/access/access.ts';
import { openApiOf } from '../../engine/server/portal-api/openapi/document.ts';
import { operationPage } from '../../engine/server/portal-api/openapi/pages.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { openBrowser, openPortalServer, type PortalServer } from './portal-server.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in?: string;
    readonly name?: string;
    readonly required?: boolean;
  }[];
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<'schemas' | 'securitySchemes', Readonly<Record<string, object>>>>;
}

const base = '/api/v1';

let server: PortalServer;
let description: Description;

beforeAll(async () => {
  server = await openPortalServer();
  description = (await (await fetch(`${server.origin}/api/v1/openapi.json`)).json()) as Description;
});
afterAll(() => server.close());

test('it is valid OpenAPI 3.1, and each operation has an id of its own', async () => {
  expect(await new Validator().validate({ ...description })).toEqual({ valid: true });
  expect(description.openapi).toBe('3.1.0');
  const ids = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  );
  expect(ids.length).toBeGreaterThan(40);
  expect(new Set(ids).size).toBe(ids.length);
});

test('it follows from the contract and the portal alone', () => {
  const place = { origin: null, prefix: base };
  expect(openApiOf(contract, server.application.portal(), place)).toEqual(description);
});

test('each path names its parameters, and each operation says what it answers and who may call it', () => {
  const schemes = Object.keys(description.components.securitySchemes);
  for (const [path, methods] of Object.entries(description.paths)) {
    const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const [method, { parameters = [], responses, security }] of Object.entries(methods)) {
      const inPath = parameters.filter((one) => one.in === 'path' && one.required === true);
      expect([method, path, inPath.map(({ name }) => name)]).toEqual([method, path, inTemplate]);
      const statuses = Object.keys(responses);
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      expect(statuses.every((status) => /^[245]\d\d$/.test(status))).toBe(true);
      expect(security.flatMap(Object.keys).every((name) => schemes.includes(name))).toBe(true);
    }
  }
});

test('every reference leads somewhere', () => {
  const refs = JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, pointer = ''] of refs) {
    const found = pointer
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], description);
    expect([pointer, found]).toEqual([pointer, expect.any(Object)]);
  }
});

test('every schema compiles, and answers refer to the components that they share', () => {
  const validator = apiValidator();
  const { schemas } = description.components;
  const found = [
    ...schemaPointers(description, ''),
    ...Object.entries(schemas).map(([name, schema]) => [`/components/schemas/${name}`, schema] as const),
  ];
  expect(found.length).toBeGreaterThan(1_000);
  // Many operations have the same parameters and errors: each text is compiled once.
  const different = new Map(found.map(([pointer, schema]) => [JSON.stringify(schema), pointer]));
  for (const pointer of different.values()) {
    expect([pointer, validator.getSchema(`api#${pointer}`)]).toEqual([pointer, expect.any(Function)]);
  }
  const text = JSON.stringify(description.paths);
  for (const shared of ['User', 'Record', 'RecordPage', 'Event', 'File']) {
    expect([shared, schemas[shared]]).toEqual([shared, expect.any(Object)]);
    expect([shared, text.includes(`#/components/schemas/${shared}"`)]).toEqual([shared, true]);
  }
});

/** A validator of the schemas in the description: `api#/components/schemas/User`. */
function apiValidator(): Ajv2020 {
  // Optimizing a thousand schemas takes longer than it saves.
  const code = { optimize: false } as const;
  const validator = new Ajv2020({ strict: false, formats: { binary: true }, code });
  addFormats.default(validator);
  return validator.addSchema(description, 'api');
}

/** The schemas of parameters, bodies, answers and headers, by JSON pointer. */
function schemaPointers(part: unknown, place: string): (readonly [pointer: string, schema: unknown])[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const pointer = `${place}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    if (key === 'schema') return [[pointer, value]];
    return key === 'schemas' ? [] : schemaPointers(value, pointer);
  });
}

test('every lookup and every record type is described one by one', () => {
  const { lookups, recordTypes, workflows } = server.application.portal();
  const { paths } = description;
  for (const { name, isPublic } of Object.values(lookups)) {
    expect([name, `/api/v1/${name}` in paths]).toEqual([name, isPublic]);
  }
  for (const type of Object.keys(recordTypes)) {
    expect(paths).toHaveProperty([`/api/v1/records/${type}`]);
    for (const { name, by } of Object.values(workflows[type]?.transitions ?? {})) {
      expect([name, `/api/v1/records/${type}/{slug}/${name}` in paths]).toEqual([name, by !== null]);
    }
  }
});

/** The keys of the routes below the prefix, such as `GET /forms/:hash`. */
async function registeredKeys(): Promise<string[]> {
  const keys = new Set<string>();
  const listen = (initialized: unknown): void => {
    const { fastify } = initialized as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) {
        // Every GET route has a HEAD route automatically. It is registered after the GET route.
        if (url.startsWith(`${base}/`) && !(name === 'HEAD' && keys.has(`GET ${url.slice(base.length)}`)))
          keys.add(`${name} ${url.slice(base.length)}`);
      }
    });
  };
  subscribe('fastify.initialization', listen);
  const routes = await createServer(server.application, { isLogging: false });
  unsubscribe('fastify.initialization', listen);
  await routes.ready();
  await routes.close();
  return [...keys];
}

test('the server registers the endpoints of the contract, and no others', async () => {
  expect((await registeredKeys()).sort()).toEqual(Object.keys(contract).sort());
});

/** The described calls that a registered one stands for: the portal has these values of its parameters. */
function patternOf(call: string): RegExp {
  const { recordTypes, workflows, lookups, reports, fees } = server.application.portal();
  const values: Readonly<Record<string, readonly string[]>> = {
    type: Object.keys(recordTypes),
    transition: Object.values(workflows).flatMap(({ transitions }) => Object.keys(transitions)),
    lookup: Object.keys(lookups),
    name: [lookups, reports, fees].flatMap(Object.keys),
  };
  const pattern = call.replace(/\{(\w+)\}/g, (slot, name: string) =>
    values[name] === undefined ? slot.replace(/[{}]/g, '\\$&') : `(${values[name].join('|')})`,
  );
  return new RegExp(`^${pattern}$`);
}

test('every call that the server has is described, and no other', async () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const calls = (await registeredKeys()).map((key) => {
    const [method = '', path = ''] = key.split(' ');
    return `${method.toLowerCase()} ${base}${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  });
  expect(calls.length).toBeGreaterThan(20);
  const patterns = calls.map(patternOf);
  expect(calls.filter((_, at) => !described.some((one) => patterns[at]?.test(one)))).toEqual([]);
  expect(described.filter((one) => !patterns.some((pattern) => pattern.test(one)))).toEqual([]);
});

test('a read of a type, lookup, report or schedule that is not described answers 404', async () => {
  const { recordTypes, lookups, reports, fees } = server.application.portal();
  const values: Readonly<Record<string, readonly string[]>> = {
    type: Object.keys(recordTypes),
    lookup: Object.keys(lookups),
    name: [lookups, reports, fees].flatMap(Object.keys),
  };
  const [account] = await server.database.query<{ slug: string }>('SELECT slug FROM accounts LIMIT 1');
  const browser = openBrowser(server.origin);
  await browser.signIn('admin@malay.example');
  const described = Object.keys(description.paths);
  const answered: string[] = [];
  let count = 0;
  for (const key of Object.keys(contract)) {
    const [, name = ''] = /^GET .*?:(type|lookup|name)\b/.exec(key) ?? [];
    for (const value of values[name] ?? []) {
      const path = key.replace('GET ', '').replace(`:${name}`, value);
      if (path.includes(':transition')) continue;
      if (described.includes(`${base}${path.replaceAll(/:(\w+)/g, '{$1}')}`)) continue;
      const { status } = await browser.send('GET', path.slice(1).replace(':slug', account?.slug ?? ''));
      count += 1;
      if (status !== 404) answered.push(`${status} ${path}`);
    }
  }
  expect(count).toBeGreaterThan(20);
  expect(answered).toEqual([]);
});

test('each operation has a page, which the list links and whose own links lead somewhere', async () => {
  const document = openApiOf(contract, server.application.portal(), { origin: null, prefix: base });
  const list = await (await fetch(`${server.origin}${base}/openapi.html`)).text();
  const linked = [...list.matchAll(/href="openapi\/([^"]+)"/g)].map(([, id = '']) => decodeURIComponent(id));
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  );
  expect(linked.toSorted()).toEqual(ids.toSorted());
  for (const id of ids) {
    const page = operationPage(document, id) ?? '';
    const targets = [...page.matchAll(/href="#(\w+)"/g)].map(([, target]) => target);
    expect([id, targets.filter((target) => !page.includes(` id="${target}"`))]).toEqual([id, []]);
    expect([id, /undefined|\[object|<small><\/small>/.exec(page)]).toEqual([id, null]);
  }
  const missing = await fetch(`${server.origin}${base}/openapi/nothing`);
  expect(missing.status).toBe(404);
});

test('what nobody may make or change has no such call, and each write names the headers that it needs', () => {
  const { paths } = description;
  const { recordTypes } = server.application.portal();
  for (const { type, access, builtIn } of Object.values(recordTypes)) {
    const isMade = builtIn === null && !isNever(access.create);
    expect([type, 'post' in (paths[`/api/v1/records/${type}`] ?? {})]).toEqual([type, isMade]);
  }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const named = JSON.stringify(parameters);
      const needed = neededBy(method, path);
      expect([method, path, needed.filter((name) => !named.includes(`/parameters/${name}"`))]).toEqual([
        method,
        path,
        [],
      ]);
    }
  }
});

function neededBy(method: string, path: string): string[] {
  if (['get', 'head', 'options'].includes(method)) return [];
  // The same file is not written twice, so that asking again is harmless.
  if (!path.startsWith('/api/v1/records/') || path.endsWith('/exports')) return ['marker', 'csrf'];
  // What the person typed last is meant.
  if (path.endsWith('/items/{item}/date')) return ['marker', 'csrf', 'idempotency'];
  const isNew = method === 'post' && !path.includes('{slug}');
  return ['marker', 'csrf', 'idempotency', ...(isNew ? [] : ['version'])];
}

test('the user record is as described', async () => {
  const browser = openBrowser(server.origin);
  const record = await (await browser.signIn('barangay@malay.example')).json();
  const validator = apiValidator();
  const isFit = validator.validate({ $ref: 'api#/components/schemas/User' }, record);
  expect([isFit, validator.errors]).toEqual([true, null]);
});

const odd = ['%00', 'a%00b', '%FF', '%C0%80', '%ED%A0%80', 'a'.repeat(5000)];
const oddTexts = ['\0', 'a\0b', '\ud800'];

/** Every field that some call reads, each with this value. */
function bodyOf(value: string): object {
  const texts =
    'record item parent state remark username password name value email language department current token kind';
  const said = Object.fromEntries(texts.split(' ').map((name) => [name, value]));
  const within = { [value]: value, name: value, lines: [{ [value]: value }] };
  return { ...said, data: within, input: within, row: within, flags: within, ids: [value], files: [value] };
}

test('no address, query or body breaks a call: characters that nobody types, texts that are too long', async () => {
  const people = ['establishment', 'admin'].map((department) => ({
    department,
    browser: openBrowser(server.origin),
  }));
  for (const { department, browser } of people) await browser.signIn(`${department}@malay.example`);
  const guest = openBrowser(server.origin);
  await guest.visit();
  const browsers = [...people.map(({ browser }) => browser), guest];
  const broken: string[] = [];
  let key = 0;
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      // A stream has no end.
      if (path.endsWith('/logout') || path.endsWith('/live')) continue;
      const query = (value: string) =>
        ['odd', ...parameters.filter((one) => one.in === 'query').map(({ name }) => name)]
          .map((name) => `${name}=${value}`)
          .join('&');
      const calls = [
        ...odd.map((value) => ({ address: path.replaceAll(/\{\w+\}/g, value), body: {} as object })),
        ...odd.map((value) => ({
          address: `${path.replaceAll(/\{\w+\}/g, 'nothing')}?${query(value)}`,
          body: {},
        })),
        ...oddTexts.map((value) => ({
          address: path.replaceAll(/\{\w+\}/g, 'nothing'),
          body: bodyOf(value),
        })),
      ];
      // Each call by one of them, in turn.
      const who = browsers[(key += 1) % browsers.length] ?? guest;
      await Promise.all(
        calls.map(async ({ address, body }) => {
          const headers = { 'idempotency-key': `key-${(key += 1)}`, 'if-match': '1' };
          const sent = method === 'get' || method === 'head' ? { headers } : { headers, body };
          const answer = await who.send(method.toUpperCase(), address.replace('/api/v1/', ''), sent);
          const said = await answer.text();
          if (answer.status === 500)
            broken.push(`${method} ${address.slice(0, 80)} ${JSON.stringify(body).slice(0, 20)} ${said}`);
        }),
      );
    }
  }
  expect(broken).toEqual([]);
});

test('refusals are as described, with the members of RFC 9457', async () => {
  const validator = apiValidator();
  const browser = openBrowser(server.origin);
  await browser.visit();
  const answers = [
    await browser.send('GET', 'user'),
    await browser.send('GET', 'documents/none'),
    await browser.signIn('nobody@malay.example', 'wrong'),
    await browser.signIn('', ''),
    await browser.send('GET', 'decision?path=x'),
    await browser.send('POST', 'login', { headers: { 'x-requested-with': null } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 422, 422, 400, 403]);
  for (const answer of answers) {
    const body: unknown = await answer.json();
    const schema = answer.status === 422 ? 'FieldErrors' : 'Problem';
    const isFit = validator.validate({ $ref: `api#/components/schemas/${schema}` }, body);
    expect([answer.status, isFit, validator.errors]).toEqual([answer.status, true, null]);
    expect(body).toMatchObject({ status: answer.status, problems: expect.any(Array) });
  }
});
