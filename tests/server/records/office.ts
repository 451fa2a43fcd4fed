/** A server with nothing but records, over the real database: who asks is said in a header. */
import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fastify } from 'fastify';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Form } from '../../../engine/portal/form.ts';
import type { Portal } from '../../../engine/portal/portal.ts';
import { signedOut } from '../../../engine/portal/visitor.ts';
import type { Visitor } from '../../../engine/portal/visitor.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { openTestDatabase } from '../../../engine/server/database/testing.ts';
import { registerErrorHandler } from '../../../engine/server/http/error-handler.ts';
import { unprocessable } from '../../../engine/server/http/errors.ts';
import type { RecordDesk } from '../../../engine/server/records/record-desk.ts';
import { registerRecords } from '../../../engine/server/records/register-records.ts';
import { readSettings } from '../../../engine/server/settings.ts';

export interface Caller {
  readonly visitor: Visitor;
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, body: unknown, more?: Headers): Promise<LightMyRequestResponse>;
  patch(path: string, body: unknown, more?: Headers): Promise<LightMyRequestResponse>;
}

/** `version` becomes If-Match; `key` is new where none is given, and left out where it is null. */
interface Headers {
  readonly version?: number | string;
  readonly key?: string | null;
}

export interface Office {
  readonly database: Database;
  readonly server: FastifyInstance;
  /** Somebody with an account. */
  person(department: string, flags?: Visitor['flags']): Promise<Caller>;
  readonly stranger: Caller;
  end(): Promise<void>;
}

export async function openOffice(portal: Portal): Promise<Office> {
  const database = await openTestDatabase();
  await database.query(
    'CREATE TABLE IF NOT EXISTS accounts (id uuid PRIMARY KEY, slug text, name text, username text, department text, password text)',
  );
  const visitors = new Map<string, Visitor>();
  const server = fastify();
  registerErrorHandler(server);
  server.addHook('onRequest', async (request) => {
    request.visitor = visitors.get(String(request.headers['x-visitor'])) ?? signedOut;
  });
  registerRecords(server, deskOf(database, portal));
  await server.ready();
  return {
    database,
    server,
    person: async (department, flags = { access: true, approve: true }) => {
      const visitor = await openAccount(database, department, flags);
      visitors.set(visitor.name, visitor);
      return callerOf(server, visitor);
    },
    stranger: callerOf(server, signedOut),
    end: async () => {
      await server.close();
      await database.end();
    },
  };
}

async function openAccount(
  database: Database,
  department: string,
  flags: Visitor['flags'],
): Promise<Visitor> {
  const account = randomUUID();
  const name = `${department}-${account.slice(0, 8)}`;
  await insertAccount(database, { id: account, slug: name, name, username: `${name}@x.example`, department });
  return { signedIn: true, account, department, unit: null, flags, name, username: `${name}@x.example` };
}

interface AccountRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly username: string;
  readonly department: string;
}

async function insertAccount(
  client: Pick<Database, 'query'>,
  { id, slug, name, username, department }: AccountRow,
): Promise<void> {
  await client.query(
    'INSERT INTO accounts (id, slug, name, username, department, password) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, slug, name, username, department, ''],
  );
}

function callerOf(server: FastifyInstance, visitor: Visitor): Caller {
  const send = (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    { body, more = {} }: { readonly body?: unknown; readonly more?: Headers },
  ): Promise<LightMyRequestResponse> => {
    const { version, key = randomUUID() } = more;
    return server.inject({
      method,
      url: `/api/v1/records/${path}`,
      headers: {
        'x-visitor': visitor.name,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': String(version) }),
        ...(key !== null && method !== 'GET' && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
  return {
    visitor,
    get: (path) => send('GET', path, {}),
    post: (path, body, more) => send('POST', path, { body, ...(more && { more }) }),
    patch: (path, body, more) => send('PATCH', path, { body, ...(more && { more }) }),
  };
}

function deskOf(database: Database, portal: Portal): RecordDesk {
  return {
    application: {
      settings: readSettings({}),
      database,
      portal: () => portal,
      onPortalChange: () => () => {},
      secret: () => Buffer.alloc(32, 1),
    },
    forms: {
      validate: async (form, data, how) => validate(form, data, how.draft),
      specialise: (form) => form,
      keep: async () => {},
      find: async () => null,
    },
    accounts: {
      create: async (client, { department, username, name }) => {
        const known = await client.query('SELECT 1 FROM accounts WHERE username = $1', [username]);
        if (known.length > 0) throw unprocessable({ username: ['This name is taken.'] });
        const id = randomUUID();
        const slug = `account-${id.slice(0, 8)}`;
        await insertAccount(client, { id, slug, name, username, department });
        return { id, slug, name };
      },
    },
  };
}

const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false }));

function validate(form: Form, data: unknown, draft: boolean): Record<string, string[]> {
  const check = ajv.compile(form.schema);
  check(data);
  const errors: Record<string, string[]> = {};
  for (const { keyword, instancePath, params, message } of check.errors ?? []) {
    if (draft && ['required', 'minItems'].includes(keyword)) continue;
    const missing = keyword === 'required' ? `.${String(params['missingProperty'])}` : '';
    const field = `${instancePath.slice(1).replaceAll('/', '.')}${missing}`.replace(/^\./, '');
    errors[field] = [...(errors[field] ?? []), message ?? keyword];
  }
  return errors;
}
