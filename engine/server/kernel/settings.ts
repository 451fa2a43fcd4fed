/** The server's environment variables with their defaults, and a clear message for each invalid value. */
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { DatabaseSettings } from '../database/open-database.ts';
import type { KeySettings } from '../history/audit-key.ts';

export interface Settings extends DatabaseSettings, KeySettings {
  /** 0: the system chooses a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly configDirectory: string;
  /** The password of all demonstration accounts, or null: one is generated and printed. */
  readonly demoPassword: string | null;
  readonly smtpUrl: string | null;
  /** Absolute. The module that exports the extensions, or null: there are none. */
  readonly extensions: string | null;
  /** Public address of the portal (origin without a trailing slash), or null. */
  readonly publicUrl: string | null;
  /** The trusted proxies: false, a number of hops, or addresses separated by commas. */
  readonly trustProxy: false | number | string;
  readonly isProduction: boolean;
  /** The client secrets of sign-in providers, by the names of their variables. */
  readonly providerSecrets: Readonly<Record<string, string>>;
}

/** One or more invalid variables. Each line of the message names one. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const POSTGRES = ['postgres:', 'postgresql:', 'socket:'];

/** The modes that the driver knows. It treats any other word as an encrypting one. */
const SSL_MODES: readonly string[] = [
  'disable',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
];

const MODES: readonly string[] = ['development', 'production', 'test'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads all variables.
 * @throws SettingsError that lists every invalid variable, not only the first
 */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const url = (name: string, protocols: readonly string[]): string | null => {
    const value = text(name);
    if (value !== null && !isUrl(value, protocols)) {
      faults.push(`${name} must be an address that begins with ${protocols.join(' or ')}.`);
    }
    return value;
  };
  const database = (name: string): string | null => {
    const value = url(name, POSTGRES);
    const modes = value !== null && URL.canParse(value) ? new URL(value).searchParams.getAll('sslmode') : [];
    for (const mode of modes) {
      if (SSL_MODES.includes(mode)) continue;
      faults.push(`${name}: sslmode must be one of ${SSL_MODES.join(', ')}, not "${mode}".`);
    }
    return value;
  };
  const settings: Settings = {
    port: readPort(text('PORT'), faults),
    host: text('HOST') ?? '127.0.0.1',
    dataDirectory: resolve(text('DATA_DIR') ?? '.data'),
    configDirectory: resolve(text('CONFIG_DIR') ?? 'config'),
    databaseUrl: database('DATABASE_URL'),
    databaseMigrationUrl: database('DATABASE_MIGRATION_URL'),
    auditKeyFile: pathOf(text('AUDIT_KEY_FILE')),
    // Not trimmed, because a password may contain spaces.
    demoPassword: environment['DEMO_PASSWORD'] || null,
    extensions: pathOf(text('EXTENSIONS')),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    publicUrl: readPublicUrl(text('PUBLIC_URL'), faults),
    trustProxy: readTrustProxy(text('TRUST_PROXY'), faults),
    providerSecrets: readProviderSecrets(environment),
    isProduction: readMode(text('NODE_ENV'), faults) === 'production',
  };
  if (settings.databaseMigrationUrl !== null && settings.databaseUrl === null) {
    faults.push('DATABASE_MIGRATION_URL is the DATABASE_URL under another role: set both, or neither.');
  }
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return Object.freeze(settings);
}

/**
 * The same for a portal that is served. In production it must have PUBLIC_URL, because documents would otherwise
 * contain the address of the reader's `Host` header.
 * @throws SettingsError
 */
export function readServedSettings(environment: Environment): Settings {
  const settings = readSettings(environment);
  if (!settings.isProduction || settings.publicUrl !== null) return settings;
  throw new SettingsError(
    'PUBLIC_URL must be set in production: the address that people type, such as https://permits.example.org.',
  );
}

const PROVIDER_SECRET = 'PROVIDER_SECRET_';

/** The variable with the client secret of a provider: `PROVIDER_SECRET_CITY_STAFF` for `city-staff`. */
export function providerSecretName(key: string): string {
  return PROVIDER_SECRET + key.toUpperCase().replaceAll('-', '_');
}

/** Not trimmed, like every password. */
function readProviderSecrets(environment: Environment): Record<string, string> {
  const named = Object.entries(environment).filter(([name]) => name.startsWith(PROVIDER_SECRET));
  return Object.fromEntries(named.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** A misspelt `production` must not start a demonstration. */
function readMode(value: string | null, faults: string[]): string {
  if (value !== null && !MODES.includes(value)) {
    faults.push(`NODE_ENV must be empty or one of ${MODES.join(', ')}, not "${value}".`);
  }
  return value ?? '';
}

function pathOf(value: string | null): string | null {
  return value === null ? null : resolve(value);
}

function readPort(value: string | null, faults: string[]): number {
  if (value === null) return 3000;
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) {
    faults.push(`PORT must be a whole number from 0 to 65535, not "${value}".`);
  }
  return port;
}

/** Links are this address and a path, so nothing may follow the host. */
function readPublicUrl(value: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const text = value.replace(/\/+$/, '');
  if (isUrl(text, ['http:', 'https:'])) {
    const { href, origin } = new URL(text);
    if (href === `${origin}/` && !text.includes('@')) return origin;
  }
  faults.push(
    'PUBLIC_URL must be http:// or https:// with a host and, where needed, a port, such as https://permits.example.org: no path, query, fragment, user or password.',
  );
  return null;
}

/**
 * A server that trusts every proxy lets each caller choose their address, for example a new one for each password
 * guess.
 */
function readTrustProxy(value: string | null, faults: string[]): Settings['trustProxy'] {
  if (value === null || /^(false|no|off|0)$/i.test(value)) return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  if (addresses.every(isProxyAddress)) return addresses.join(',');
  faults.push(
    `TRUST_PROXY must be the number of proxies before the portal, from 1 to 9, or their addresses (10.0.0.5, 10.0.0.0/8, loopback), not "${value}".`,
  );
  return false;
}

/** Names of address ranges that Fastify knows. */
const RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyAddress(text: string): boolean {
  if (RANGES.includes(text)) return true;
  if (!text.includes(':') && !/^\d+\.\d+\.\d+\.\d+(\/\d+)?$/.test(text)) return false;
  if (ipaddr.isValid(text)) return true;
  if (!ipaddr.isValidCIDR(text)) return false;
  // A range of nearly all addresses trusts nearly everybody; so does one of IPv4-mapped IPv6 addresses.
  const [address, bits] = ipaddr.parseCIDR(text);
  return address instanceof ipaddr.IPv4 ? bits >= 8 : bits >= 16 && !address.isIPv4MappedAddress();
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}
