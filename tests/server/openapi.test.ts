/** The description of the API against the server itself: every call is described, and nothing else. */
import { readFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPortalServer, type PortalServer } from './portal-server.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

let server: PortalServer;
let description: Description;

beforeAll(async () => {
  server = await openPortalServer();
  description = (await (await fetch(`${server.origin}/api/v1/openapi.json`)).json()) as Description;
});
afterAll(() => server.close());

test('it is OpenAPI 3.1, and each operation has an id of its own', () => {
  expect(description.openapi).toBe('3.1.0');
  const ids = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  );
  expect(ids.length).toBeGreaterThan(40);
  expect(new Set(ids).size).toBe(ids.length);
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

/** The calls as the sources of the server register them. */
async function registeredCalls(): Promise<string[]> {
  const calls: string[] = [];
  for await (const file of glob('engine/server/**/register-*.ts')) {
    const source = await readFile(file, 'utf8');
    const base = /const base = '([^']+)'/.exec(source)?.[1] ?? '';
    const found = source.matchAll(/server\.(get|post|patch|delete|head)(?:<[^(]*>)?\(\s*[`']?([^`',]+)/g);
    for (const [, method, path = ''] of found) {
      const address = path.replace('${base}', base).replace(/^base$/, base);
      if (address.startsWith('/api/')) calls.push(`${method} ${address.replace(/:(\w+)/g, '{$1}')}`);
    }
  }
  return calls;
}

test('every call that the server registers is described', async () => {
  const { paths } = description;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((one) => `${one} ${path}`),
  );
  const calls = await registeredCalls();
  expect(calls.length).toBeGreaterThan(20);
  const missing = calls.filter((call) => {
    const pattern = new RegExp(
      `^${call.replace(/\{(type|name|lookup)\}/g, '[^/{]+').replace(/[{}]/g, '\\$&')}$`,
    );
    return !described.some((one) => pattern.test(one));
  });
  expect(missing).toEqual([]);
});

test('the user record is as described', async () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, email: true, binary: true } });
  const browser = openBrowser(server.origin);
  const record = await (await browser.signIn('barangay@malay.example')).json();
  const validate = ajv.compile({ ...description, $ref: '#/components/schemas/User' });
  expect([validate(record), validate.errors]).toEqual([true, null]);
});
