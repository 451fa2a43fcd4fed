/** A complete listening server with its own configuration and database; and browsers that visit it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { openDemonstration } from '../../engine/server/accounts/demonstration.ts';
import {
  createApplication,
  type ApplicationParts,
  type LiveApplication,
} from '../../engine/server/kernel/create-application.ts';
import type { Database } from '../../engine/server/database/database.ts';
import { openTestDatabase, testAuditKey } from '../../engine/server/database/testing.ts';
import { closeServer } from '../../engine/server/bootstrap/close-server.ts';
import { createServer } from '../../engine/server/bootstrap/server.ts';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import './check-answers.ts';
import { readPortal } from './read-portal.ts';

export const PASSWORD = 'kettle ladder 1';

export interface PortalServer {
  readonly origin: string;
  readonly application: LiveApplication;
  readonly database: Database;
  /** Another process on the same database. */
  second(): Promise<PortalServer>;
  close(): Promise<void>;
}

export { readPortal };

/**
 * With the demonstration accounts of every department, whose password is `PASSWORD`.
 * @param more another clock than the system's, or that and other parts
 */
export async function openPortalServer(
  portal?: Portal,
  environment: Readonly<Record<string, string>> = {},
  more: (() => Date) | Pick<ApplicationParts, 'now' | 'compileRows'> = {},
): Promise<PortalServer> {
  const database = await openTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'munisipyo-data-'));
  const settings = { DEMO_PASSWORD: PASSWORD, DATA_DIR: directory, ...environment };
  const parts = {
    portal: portal ?? (await readPortal()),
    database,
    auditKey: testAuditKey,
    ...(typeof more === 'function' ? { now: more } : more),
  };
  const opened = await serve(parts, settings);
  await openDemonstration(opened.application, () => {});
  return {
    ...opened,
    async close() {
      await opened.close();
      await database.end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function serve(
  parts: Omit<ApplicationParts, 'settings'>,
  environment: Readonly<Record<string, string>>,
): Promise<PortalServer> {
  const application = await createApplication({ ...parts, settings: readSettings(environment) });
  const server = await createServer(application, { isLogging: false });
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    application,
    database: parts.database,
    second: () => serve(parts, environment),
    close: () => closeServer(server),
  };
}

/** A simulated browser: it keeps cookies, the page's token, and the token of a session. */
export interface Browser {
  readonly cookies: Map<string, string>;
  csrf: string;
  token: string | null;
  /** Opens the page and reads its CSRF token. */
  visit(path?: string): Promise<Response>;
  send(method: string, path: string, more?: Sent): Promise<Response>;
  signIn(username: string, password?: string): Promise<Response>;
}

interface Sent {
  readonly body?: unknown;
  /** Omitted if null. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export function openBrowser(origin: string): Browser {
  const browser: Browser = {
    cookies: new Map(),
    csrf: '',
    token: null,
    async visit(path = '/') {
      const headers = { accept: 'text/html', cookie: cookieHeader(browser) };
      const page = keepCookies(browser, await fetch(`${origin}${path}`, { headers }));
      browser.csrf = /name="csrf-token" content="([^"]*)"/.exec(await page.text())?.[1] ?? '';
      return page;
    },
    async send(method, path, { body, headers = {} } = {}) {
      const init: RequestInit = { method, headers: headersOf(browser, body, headers) };
      if (body !== undefined) init.body = isRaw(body) ? body : JSON.stringify(body);
      return keepCookies(browser, await fetch(`${origin}/api/v1/${path}`, init));
    },
    async signIn(username, password = PASSWORD) {
      if (browser.csrf === '') await browser.visit();
      const body = new FormData();
      for (const [name, value] of Object.entries({ _method: 'POST', username, password }))
        body.set(name, value);
      const answer = await browser.send('POST', 'login', { body });
      if (answer.ok) browser.token = ((await answer.clone().json()) as { token: string }).token;
      return answer;
    },
  };
  return browser;
}

function headersOf(browser: Browser, body: unknown, more: Sent['headers']): Record<string, string> {
  const own: Record<string, string | null> = {
    accept: 'application/json',
    cookie: cookieHeader(browser),
    'x-requested-with': 'XMLHttpRequest',
    'x-csrf-token': browser.csrf,
    authorization: browser.token === null ? null : `Bearer ${browser.token}`,
    'content-type': body === undefined || isRaw(body) ? null : 'application/json',
    ...more,
  };
  return Object.fromEntries(
    Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function isRaw(body: unknown): body is FormData | URLSearchParams | Uint8Array<ArrayBuffer> | string {
  return (
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof FormData ||
    body instanceof URLSearchParams
  );
}

function cookieHeader({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function keepCookies({ cookies }: Browser, answer: Response): Response {
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return answer;
}
