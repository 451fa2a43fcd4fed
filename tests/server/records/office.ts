/** A server with only the record endpoints, over the real database: a header names the caller. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fastify } from 'fastify';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import { signedOut, type Visitor } from '../../../engine/portal/model/department.ts';
import { createRecordDesk } from '../../../engine/server/bootstrap/record-desk.ts';
import { insertAccount } from '../../../engine/server/accounts/accounts.ts';
import type { Application } from '../../../engine/server/kernel/application.ts';
import type { Database } from '../../../engine/server/database/database.ts';
import { claimKey } from '../../../engine/server/audit/anchors.ts';
import { loadSecrets } from '../../../engine/server/database/secrets.ts';
import { openTestDatabase, testAuditKey } from '../../../engine/server/database/testing.ts';
import type { Version } from '../../../engine/server/history/event-chain.ts';
import { enterVersion } from '../../../engine/server/portals/versions.ts';
import { registerErrorHandler } from '../../../engine/server/http/error-handler.ts';
import { refuseNul } from '../../../engine/server/http/bodies.ts';
import { portalFor } from '../../../engine/server/http/language.ts';
import { createDiskStore } from '../../../engine/server/storage/disk-store.ts';
import type { RecordDesk } from '../../../engine/server/records/rows/record-desk.ts';
import { registerRecords } from '../../../engine/server/records/register-records.ts';
import { registerCalendar } from '../../../engine/server/calendar/register-calendar.ts';
import { collectAdditions } from '../../../engine/extension/extension.ts';
import { readSettings } from '../../../engine/server/kernel/settings.ts';

export interface Caller {
  readonly visitor: Visitor;
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, body: unknown, more?: Headers): Promise<LightMyRequestResponse>;
  patch(path: string, body: unknown, more?: Headers): Promise<LightMyRequestResponse>;
}

/** `version` becomes If-Match; `key` is new by default, and omitted if null. */
interface Headers {
  readonly version?: number | string;
  readonly key?: string | null;
}

export interface Office {
  readonly database: Database;
  readonly server: FastifyInstance;
  readonly desk: RecordDesk;
  /** A user with an account, of the unit of their department's demonstration account by default. */
  person(department: string, flags?: Visitor['flags'], unit?: string | null): Promise<Caller>;
  /** Any caller: the account need not exist. */
  as(visitor: Visitor): Caller;
  readonly stranger: Caller;
  end(): Promise<void>;
}

/** Other parts of the API that a test needs. */
export interface More {
  /** An existing database with records instead of a fresh one; the office closes it. */
  readonly database?: Database;
  readonly dataDirectory?: string;
  readonly now?: () => Date;
  /** The current portal, if it changes. */
  readonly portal?: () => Portal;
  readonly register?: (server: FastifyInstance, desk: RecordDesk) => void;
}

/** @param watch may wrap the records' database */
export async function openOffice(
  portal: Portal,
  watch: (database: Database) => Database = (database) => database,
  more: More = {},
): Promise<Office> {
  const database = watch(more.database ?? (await openTestDatabase()));
  const visitors = new Map<string, Visitor>();
  const server = fastify();
  server.addHook('onRequest', async (request) => {
    request.visitor = visitors.get(String(request.headers['x-visitor'])) ?? signedOut;
    request.portal = desk.application.portal();
  });
  await claimKey(database, testAuditKey);
  const version = await database.transaction((client) => enterVersion(client, portal));
  const secret = await loadSecrets(database);
  const desk = deskOf(database, { portal, version, secret }, more);
  registerErrorHandler(server, desk.application.portal, (request) => portalFor(desk.application, request));
  await server.register(
    async (api) => {
      refuseNul(api);
      registerRecords(api, desk);
      registerCalendar(api, desk);
      more.register?.(api, desk);
    },
    { prefix: desk.application.apiPrefix },
  );
  await server.ready();
  const as = (visitor: Visitor): Caller => {
    visitors.set(visitor.name, visitor);
    return callerOf(server, visitor);
  };
  return {
    database,
    server,
    desk,
    person: async (department, flags = { access: true, approve: true, username_change: true }, unit) => {
      const usual = portal.departments[department]?.demonstrationUnit ?? null;
      return as(await openAccount(database, { department, flags, unit: unit === undefined ? usual : unit }));
    },
    as,
    stranger: callerOf(server, signedOut),
    end: async () => {
      await server.close();
      await database.end();
    },
  };
}

/** A header names the caller: nobody signs in with a password. */
const unusedHash = 'unused';

async function openAccount(
  database: Database,
  { department, flags, unit }: Pick<Visitor, 'flags' | 'unit'> & { readonly department: string },
): Promise<Visitor> {
  const name = `${department}-${randomUUID().slice(0, 8)}`;
  const username = `${name}@orders.example`;
  const { id } = await insertAccount(database, { department, username, name, unit, hash: unusedHash });
  return { signedIn: true, account: id, department, unit, flags, name, username };
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

function deskOf(
  database: Database,
  {
    portal,
    version,
    secret,
  }: Pick<Application, 'secret'> & { readonly portal: Portal; readonly version: Version },
  { dataDirectory, now = () => new Date(), portal: inForce = () => portal }: More,
): RecordDesk {
  const settings = readSettings({ DATA_DIR: dataDirectory });
  const application: Application = {
    settings,
    fileStore: createDiskStore(join(settings.dataDirectory, 'files')),
    apiPrefix: '/api/v1',
    additions: collectAdditions([]),
    database,
    portal: inForce,
    switching: () => null,
    configurationFault: () => null,
    folderRefusal: () => null,
    versionOf: () => version,
    auditKey: testAuditKey,
    onPortalChange: () => () => {},
    now,
    secret,
  };
  return createRecordDesk(application);
}

/** Fails with the server's message. */
export function expectStatus({ statusCode, body }: LightMyRequestResponse, status: number): void {
  if (statusCode !== status) throw new Error(`${statusCode} instead of ${status}: ${body}`);
}
