/** A refusal as its reader receives it: messages in their language, with codes and values. */
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountMessages } from '../../engine/locales/account.ts';
import { checklistMessages } from '../../engine/locales/checklist.ts';
import { fileMessages } from '../../engine/locales/files.ts';
import { message } from '../../engine/locales/message.ts';
import { problemMessages } from '../../engine/locales/problems.ts';
import { recordMessages } from '../../engine/locales/records.ts';
import { inLanguage } from '../../engine/portal/translation/in-language.ts';
import { configuredMessage } from '../../engine/portal/text/tell.ts';
import { registerErrorHandler } from '../../engine/server/http/error-handler.ts';
import {
  conflict,
  type HttpError,
  impossible,
  tooMany,
  unprocessable,
} from '../../engine/server/http/errors.ts';
import { marked, isMarked, withMarkedLanguage } from '../portal/marked-language.ts';
import { readPortal } from './portal-server.ts';

let server: FastifyInstance;
let title: string;
let thrown: HttpError | Error;

beforeAll(async () => {
  const portal = withMarkedLanguage(await readPortal());
  title = Object.values(portal.papers)[0]?.title ?? '';
  server = fastify();
  registerErrorHandler(
    server,
    () => portal,
    ({ headers }) => inLanguage(portal, headers['accept-language'] ?? 'en'),
  );
  server.get('/api/v1/asked/:slug', async () => {
    throw thrown;
  });
});
afterAll(() => server.close());

async function answerTo(error: HttpError | Error, headers: Record<string, string> = {}) {
  thrown = error;
  return server.inject({ url: '/api/v1/asked/plan?q=geheim', headers });
}

const filipino = { 'accept-language': 'fil' };

test('titles of the portal inside a refusal are in the language of the reader, and nothing else is in another', async () => {
  const item = { text: title, kind: 'item' };
  const errors = {
    'items.plan': [message(checklistMessages.itemMissing, { item })],
    needs: [configuredMessage(title, 'message')],
  };
  const body = (await answerTo(unprocessable(errors), filipino)).json();
  expect(body).toEqual({
    errors: {
      'items.plan': [marked(checklistMessages.itemMissing.english.replace('{item}', marked(title)))],
      needs: [marked(marked(title))],
    },
    code: 'invalid',
    type: 'urn:problem-type:munisipyo:invalid',
    title: marked(problemMessages.titleInvalid.english),
    status: 422,
    detail: marked(problemMessages.severalFaults.english.one),
    instance: '/api/v1/asked/plan',
    problems: [
      {
        code: 'checklist.item-missing',
        field: 'items.plan',
        values: { item: { text: title, kind: 'item', shown: marked(title) } },
      },
      {
        code: 'problems.configured',
        field: 'needs',
        values: { text: { text: title, kind: 'message', shown: marked(title) } },
      },
    ],
  });
});

test('what a person typed is shown as typed, though it reads like a title, a message or a place', async () => {
  for (const name of [title, accountMessages.notSignedIn.english, '{side}', 'sari-sari']) {
    const broken = unprocessable({ file: [message(fileMessages.pictureBroken, { name, side: 5000 })] });
    const { errors, problems } = (await answerTo(broken, filipino)).json<{
      errors: { file: [string] };
      problems: unknown;
    }>();
    expect(isMarked(errors.file[0])).toBe(true);
    expect(errors.file[0]).toContain(`"${name}"`);
    expect(problems).toEqual([{ code: 'files.picture-broken', field: 'file', values: { name, side: 5000 } }]);
  }
});

test('one message is the detail too, and a value keeps its type', async () => {
  const size = { bytes: 10_000_000 };
  const refused = impossible('too-large', message(fileMessages.tooLarge, { size }));
  expect((await answerTo(refused)).json()).toEqual({
    message: 'A file may be at most 10 MB.',
    code: 'too-large',
    type: 'urn:problem-type:munisipyo:too-large',
    title: 'Not possible now',
    status: 409,
    detail: 'A file may be at most 10 MB.',
    instance: '/api/v1/asked/plan',
    problems: [{ code: 'files.too-large', values: { size } }],
  });
});

test('too many attempts are an array of sentences, and Retry-After says when to go on', async () => {
  const many = tooMany(message(accountMessages.tooManyAttempts, { count: 4 }), 200.2);
  const answer = await answerTo(many, { accept: 'application/problem+json, application/json' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '201']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toEqual(['Too many attempts. Try again in 4 minutes.']);
  expect((await answerTo(many, filipino)).json<string[]>().every(isMarked)).toBe(true);
});

test('a change of an old version gets the record as it is now, with the code beside it', async () => {
  const current = { type: 'order', slug: 'x', version: 3, state: 'open', title: 'kept' };
  const problems = [{ code: 'problems.changed-meanwhile', values: {} }];
  const described = {
    code: 'conflict',
    status: 409,
    detail: 'Somebody else changed this.',
    instance: '/api/v1/asked/plan',
  };
  expect((await answerTo(conflict(current))).json()).toEqual({ ...described, ...current, problems });
  expect((await answerTo(conflict(null))).json()).toMatchObject({ code: 'conflict', status: 409, problems });
});

test('it is plain JSON, and application/problem+json on request', async () => {
  const refused = impossible('overtaken', message(recordMessages.changesTooQuickly));
  const typeFor = async (accept: string) => (await answerTo(refused, { accept })).headers['content-type'];
  expect(await typeFor('*/*')).toBe('application/json; charset=utf-8');
  expect(await typeFor('application/json')).toBe('application/json; charset=utf-8');
  expect(await typeFor('application/problem+json')).toMatch(/^application\/problem\+json/);
});

test('a fault of ours tells nothing of the inside, and names the request', async () => {
  const body = (await answerTo(new Error('column "geheim"'), filipino)).json();
  expect(body).toMatchObject({
    code: 'internal',
    request: expect.any(String),
    message: marked(problemMessages.internalFault.english),
  });
  expect(JSON.stringify(body)).not.toContain('geheim');
});
