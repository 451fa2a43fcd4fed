/**
 * Speaks OpenID Connect with the providers of the configuration: the authorization code flow with PKCE, state and
 * nonce. All three are derived from one secret in the browser's cookie, so the database has nothing to steal.
 */
import { createHmac } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { IdentityProvider } from '../../portal/model/department.ts';
import { providerSecretName, type Settings, SettingsError } from '../kernel/settings.ts';

/** A person as the provider knows them. */
export interface Identity {
  readonly issuer: string;
  /** Never given to another person. */
  readonly subject: string;
  /** Null: the provider gives none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** Why there is no identity: the provider is away, it said no, or its answer proves nothing. */
export type ProviderFault = 'unavailable' | 'refused' | 'invalid';

export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, cause: unknown) {
    super(`The provider failed: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** One sign-in of one browser. */
export interface ProviderVisit {
  readonly provider: IdentityProvider;
  /** From the browser's cookie. */
  readonly secret: string;
  /** The address at this portal to which the provider sends the person back. */
  readonly callback: string;
}

export interface ProviderClient {
  /**
   * The address at the provider where the person signs in.
   * @param again the provider asks who the person is, also if it knows
   * @throws ProviderError
   */
  addressOf(visit: ProviderVisit, again: boolean): Promise<string>;
  /**
   * The person behind an answer of the provider.
   * @param query of the callback, with its question mark
   * @throws ProviderError
   */
  identify(visit: ProviderVisit, query: string): Promise<Identity>;
}

const TIMEOUT_SECONDS = 10;

/** The state that the provider must send back to this browser. */
export function stateOf(secret: string): string {
  return derive(secret, 'state');
}

/** @throws SettingsError that names each provider whose secret is missing */
export function requireProviderSecrets(settings: Settings, providers: readonly IdentityProvider[]): void {
  const missing = providers.filter(
    ({ key }) => settings.providerSecrets[providerSecretName(key)] === undefined,
  );
  if (missing.length === 0) return;
  const lines = missing.map(
    ({ key, title }) =>
      `${providerSecretName(key)} must be set: the client secret of the provider "${title}".`,
  );
  throw new SettingsError(lines.join('\n'));
}

/** Reads the metadata of a provider at its first use. A failure is not kept: the next use tries again. */
export function createProviderClient(settings: Settings): ProviderClient {
  const known = new Map<string, Promise<Configuration>>();
  const configurationOf = async (provider: IdentityProvider): Promise<Configuration> => {
    const name = JSON.stringify([provider.issuer, provider.clientId, provider.key]);
    const found = known.get(name) ?? discover(settings, provider);
    known.set(name, found);
    try {
      return await found;
    } catch (cause) {
      known.delete(name);
      throw new ProviderError('unavailable', cause);
    }
  };
  return {
    async addressOf({ provider, secret, callback }, again) {
      const challenge = await calculatePKCECodeChallenge(derive(secret, 'verifier'));
      const address = buildAuthorizationUrl(await configurationOf(provider), {
        redirect_uri: callback,
        scope: provider.scopes.join(' '),
        state: stateOf(secret),
        nonce: derive(secret, 'nonce'),
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login' }),
      });
      return address.href;
    },
    async identify(visit, query) {
      const configuration = await configurationOf(visit.provider);
      try {
        return await exchange(configuration, visit, query);
      } catch (cause) {
        throw new ProviderError(faultOf(cause), cause);
      }
    },
  };
}

async function discover(
  settings: Settings,
  { key, issuer, clientId }: IdentityProvider,
): Promise<Configuration> {
  const secret = settings.providerSecrets[providerSecretName(key)];
  if (secret === undefined) throw new Error(`${providerSecretName(key)} is not set.`);
  // The configuration allows http on this machine only.
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const options = { execute: [...execute, enableNonRepudiationChecks], timeout: TIMEOUT_SECONDS };
  return discovery(new URL(issuer), clientId, undefined, authenticationWith(secret), options);
}

/** Basic authentication where the provider offers it, which is the default of the standard. */
function authenticationWith(secret: string): ClientAuth {
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = offered.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    return authenticate(secret)(server, ...rest);
  };
}

async function exchange(
  configuration: Configuration,
  { secret, callback }: ProviderVisit,
  query: string,
): Promise<Identity> {
  const answer = await authorizationCodeGrant(configuration, new URL(callback + query), {
    expectedState: stateOf(secret),
    expectedNonce: derive(secret, 'nonce'),
    pkceCodeVerifier: derive(secret, 'verifier'),
    idTokenExpected: true,
  });
  const token = answer.claims();
  if (token === undefined) throw new Error('The answer has no id token.');
  const isComplete =
    token.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
  const claims = isComplete ? token : await fetchUserInfo(configuration, answer.access_token, token.sub);
  return {
    issuer: token.iss,
    subject: token.sub,
    email: typeof claims.email === 'string' ? claims.email : null,
    isEmailVerified: claims.email_verified === true,
    name: typeof claims.name === 'string' && claims.name.trim() !== '' ? claims.name.trim() : null,
  };
}

/** A provider that does not answer is away; one that answers with anything else than a sound token proves nothing. */
function faultOf(cause: unknown): ProviderFault {
  if (cause instanceof AuthorizationResponseError) return 'refused';
  const { code = '', cause: inner } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  const isAway = cause instanceof TypeError || code === 'OAUTH_TIMEOUT';
  const hasFailed = inner instanceof Response && inner.status >= 500;
  return isAway || hasFailed ? 'unavailable' : 'invalid';
}

/** Each purpose has a value of its own: 43 characters of base64url, as PKCE asks. */
function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
