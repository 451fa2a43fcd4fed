/** Forms over HTTP: without a token, cached permanently, with a validator that agrees with the server. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { WireForm } from '../../../engine/portal/wire/slice.ts';
import { validateAnswers, type AnswerCheck } from '../../../engine/portal/forms/form-verdict.ts';
import { createChecks } from '../../../engine/server/forms/validators.ts';
import { registerForms } from '../../../engine/server/forms/register-forms.ts';
import { compileValidatorCode } from '../../../engine/server/forms/validator-code.ts';
import { openOffice, type Office } from '../records/office.ts';
import { readPortal } from '../read-portal.ts';

let office: Office;
let portal: Portal;
let directory: string;
beforeAll(async () => {
  portal = await readPortal();
  directory = await mkdtemp(join(tmpdir(), 'munisipyo-forms-'));
  office = await openOffice(portal, undefined, {
    dataDirectory: directory,
    register: (server, desk) => registerForms(server, desk.application, desk.forms),
  });
});
afterAll(async () => {
  await office.end();
  await rm(directory, { recursive: true });
});

const applicationForm = () => portal.forms[portal.recordTypes['application']?.form ?? ''];

const ask = (path: string) => office.server.inject({ method: 'GET', url: `/api/v1/forms/${path}` });

interface Validator {
  readonly root: { (data: unknown): boolean; errors?: ReturnType<AnswerCheck> | null };
  readonly parts: Readonly<Record<string, unknown>>;
}

async function load(code: string): Promise<Validator> {
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

test('a form and its validator are there for everyone, and never change', async () => {
  const hash = applicationForm()?.hash ?? '';
  const form = await ask(hash);
  expect(form.statusCode).toBe(200);
  expect(form.json<WireForm>()).toMatchObject({ hash, title: 'Application form for business permit' });
  expect(form.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const code = await ask(`${hash}/validator.js`);
  expect(code.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await ask(`${hash}/validator.js`)).body).toBe(code.body);
});

test('an unknown hash is not found, whatever it looks like', async () => {
  const statuses = await Promise.all(
    ['x', 'A'.repeat(43), '..%2F..%2Fsecrets', 'A'.repeat(5000)].map(async (hash) => [
      (await ask(hash)).statusCode,
      (await ask(`${hash}/validator.js`)).statusCode,
    ]),
  );
  expect(statuses.flat().every((status) => status === 404 || status === 414)).toBe(true);
});

test('the code compiles nothing: it runs where nothing may be evaluated', async () => {
  const { body } = await ask(`${applicationForm()?.hash}/validator.js`);
  expect(body).not.toMatch(/new Function|\beval\(|^import /m);
});

test('browser and server judge every answer alike', async () => {
  const form = applicationForm();
  if (form === undefined) throw new Error('no form');
  const { root } = await load((await ask(`${form.hash}/validator.js`)).body);
  const browser: AnswerCheck = (answers) => (root(answers) ? [] : [...(root.errors ?? [])]);
  const server = createChecks()(form);
  const [example] = parse(await readFile('config/forms/unified-form.yaml', 'utf8')).examples as [
    Record<string, unknown>,
  ];
  expect(validateAnswers(form, example, { check: browser, draft: false })).toEqual({});
  const odd = fc.constantFrom(
    undefined,
    null,
    '',
    'x',
    -1,
    1.5,
    true,
    [],
    {},
    '2026-02-30',
    'a@b.example',
    'SEC',
  );
  const changes = fc.dictionary(
    fc.constantFrom(...Object.keys(example), 'lessor_name', 'monthly_rental'),
    odd,
  );
  fc.assert(
    fc.property(changes, fc.boolean(), (change, draft) => {
      const data = { ...example, ...change };
      expect(validateAnswers(form, data, { check: browser, draft })).toEqual(
        validateAnswers(form, data, { check: server, draft }),
      );
    }),
    { numRuns: 300 },
  );
});

const faultsOf = (check: AnswerCheck, answers: object) =>
  check({ ...answers }).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);

test('no pattern is tried on a text longer than its question allows, on the server and in the browser', async () => {
  const form = applicationForm();
  if (form === undefined) throw new Error('no form');
  const schema = {
    type: 'object',
    properties: {
      short: { type: 'string', maxLength: 20, pattern: '^a*$' },
      // Like stored forms that were compiled before patterns had a limit.
      open: { type: 'string', pattern: '^a*$' },
    },
  };
  const old = { ...form, schema, hash: 'o'.repeat(43) };
  const { root } = await load(compileValidatorCode(old));
  const checks: AnswerCheck[] = [
    createChecks()(old),
    (answers) => (root(answers) ? [] : (root.errors ?? [])),
  ];
  for (const check of checks) {
    expect(faultsOf(check, { short: 'b'.repeat(20), open: 'b' })).toEqual([
      '/short pattern',
      '/open pattern',
    ]);
    expect(faultsOf(check, { short: 'b'.repeat(41) })).toEqual(['/short maxLength']);
    expect(faultsOf(check, { short: 'a'.repeat(20), open: 'a'.repeat(10_000) })).toEqual([]);
    expect(faultsOf(check, { open: 'a'.repeat(20_001) })).toEqual(['/open pattern']);
  }
});

test('the server tries patterns of old forms in linear time, and refuses more text than it can try', async () => {
  const form = applicationForm();
  if (form === undefined) throw new Error('no form');
  const large = '^[a-z]{1,61}[a-z0-9]{1,61}[a-z-]{1,61}[a-z.]{1,61}[a-z_]{1,61}$';
  const properties = {
    loops: { type: 'string', pattern: '^((a+)+|S.*)$' },
    pairs: { type: 'string', pattern: '^(a|a)*$' },
    options: { type: 'string', pattern: '^(a?){30}a{30}$' },
    large: { type: 'array', items: { type: 'string', pattern: large } },
    ahead: { type: 'string', pattern: '^(?=(a+)+$)a*$' },
    // Older versions accepted non-linear patterns; only browsers try them.
    again: { type: 'string', pattern: String.raw`^(a+)+\1$` },
  };
  const old = { ...form, schema: { type: 'object', properties }, hash: 'p'.repeat(43) };
  const check = createChecks()(old);
  const text = `${'a'.repeat(5000)}!`;
  const short = `${'a'.repeat(200)}!`;
  const answers = { loops: text, pairs: text, options: text, large: [short], ahead: text, again: text };
  expect(faultsOf(check, answers).toSorted()).toEqual([
    '/ahead pattern',
    '/large/0 pattern',
    '/loops pattern',
    '/options pattern',
    '/pairs pattern',
  ]);
  expect(faultsOf(check, { loops: 'aaa', pairs: 'aa', options: 'a'.repeat(40), ahead: 'aa' })).toEqual([]);
  expect(() => check({ large: Array.from({ length: 1000 }, () => short) })).toThrow('HTTP 413');
  expect(faultsOf(check, { large: ['abcde'] })).toEqual([]);
});
