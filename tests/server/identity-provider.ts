/** A real OpenID Connect provider in this process, on a site of its own: `localhost`, where the portal is 127.0.0.1. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

export const CLIENT = 'munisipyo';
/** With characters that Basic authentication encodes. */
export const SECRET = 'a secret: 100% & more';

/** A person who can sign in there, by their `sub`. */
interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly people: Map<string, Person>;
  /** True: it breaks every connection. */
  isAway: boolean;
  close(): Promise<void>;
}

/** @param callbacks the addresses at the portal that it knows, complete before its first request */
export async function openIdentityProvider(callbacks: readonly string[]): Promise<IdentityProvider> {
  const people = new Map<string, Person>();
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    if (opened.isAway) return void response.destroy();
    provider ??= createProvider(opened.issuer, callbacks, people);
    if (request.url?.startsWith('/sign-in/') === true) void answerForm(provider, request, response);
    else void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const opened: IdentityProvider = { issuer, people, isAway: false, close: () => closeNow(server) };
  return opened;
}

function createProvider(issuer: string, callbacks: readonly string[], people: Map<string, Person>): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT, client_secret: SECRET, redirect_uris: [...callbacks] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['any key'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (accountId === undefined || clientId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ accountId, clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** Whoever types a name is that person. */
async function answerForm(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>City</title><h1>City identity</h1>
      <form method="post"><label>Name <input name="login"></label><button>Allow</button><button name="no" value="1">Refuse</button></form>`);
    return;
  }
  const form = new URLSearchParams(await readText(request));
  const refused = { error: 'access_denied', error_description: 'The person refused.' };
  const accepted = { login: { accountId: form.get('login') ?? '', remember: false } };
  await provider.interactionFinished(request, response, form.has('no') ? refused : accepted);
}

async function closeNow(server: Server): Promise<void> {
  const closed = new Promise<unknown>((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/**
 * Follows the way through the provider as a browser does.
 * @param address where the portal sends the person
 * @param login the `sub` of the person; null: they refuse
 * @returns the address at the portal to which the provider sends them back
 */
export async function passProvider(address: string, login: string | null): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  const visit = async (url: string, body?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = { headers: { cookie }, redirect: 'manual', ...(body && { method: 'POST', body }) } as const;
    const answer = await fetch(url, init);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return new URL(location, url).href;
  };
  const form = await visit(address);
  const fields: Record<string, string> = login === null ? { no: '1' } : { login };
  let next = form.includes('/sign-in/') ? await visit(form, new URLSearchParams(fields)) : form;
  while (next.startsWith(origin)) next = await visit(next);
  return next;
}
