/** What the environment says about this server: every variable, its default, and a clear word when a value cannot be used. */
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';

export interface Settings {
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute. Holds the embedded database, the uploaded files and the lock. */
  readonly dataDirectory: string;
  /** Absolute. */
  readonly configDirectory: string;
  /** Another PostgreSQL than the embedded one, or null. */
  readonly databaseUrl: string | null;
  /** The same database under the role that may change its schema, or null: the role of `databaseUrl` may. */
  readonly databaseMigrationUrl: string | null;
  /** Absolute. The file of the key that seals histories, or null: `audit.key` in the data directory. */
  readonly auditKeyFile: string | null;
  /** The password of all demonstration accounts, or null: one is made up and printed. */
  readonly demoPassword: string | null;
  readonly smtpUrl: string | null;
  /** Absolute. The module that exports the extensions, or null: there are none. */
  readonly extensions: string | null;
  /** Origin under which people reach the portal, without a trailing slash, or null. */
  readonly publicUrl: string | null;
  /** The proxies whose headers about the caller are believed: false, a number of hops, or addresses with commas between. */
  readonly trustProxy: false | number | string;
  readonly isProduction: boolean;
}

/** One or more variables that cannot be used; each line of the message names one. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const POSTGRES = ['postgres:', 'postgresql:', 'socket:'];

/** What the driver knows. It takes any other word for one that encrypts. */
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
 * Reads all variables at once.
 * @throws SettingsError that lists every variable that is wrong, not only the first.
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
    // Taken as it is: blanks may belong to a password.
    demoPassword: environment['DEMO_PASSWORD'] || null,
    extensions: pathOf(text('EXTENSIONS')),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    publicUrl: readPublicUrl(text('PUBLIC_URL'), faults),
    trustProxy: readTrustProxy(text('TRUST_PROXY'), faults),
    isProduction: readMode(text('NODE_ENV'), faults) === 'production',
  };
  if (settings.databaseMigrationUrl !== null && settings.databaseUrl === null) {
    faults.push('DATABASE_MIGRATION_URL is the DATABASE_URL under another role: set both, or neither.');
  }
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return Object.freeze(settings);
}

/**
 * The same for a portal that is served: in production it must know its own address, since a document that followed the
 * `Host` header would name whatever address its reader's request named.
 * @throws SettingsError
 */
export function readServedSettings(environment: Environment): Settings {
  const settings = readSettings(environment);
  if (!settings.isProduction || settings.publicUrl !== null) return settings;
  throw new SettingsError(
    'PUBLIC_URL must be set in production: the address that people type, such as https://permits.example.org.',
  );
}

/** A misspelt `production` must not open a demonstration. */
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

/** Links are made of it and a path: nothing may stand behind the host. */
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

/** Whoever trusts every proxy believes each caller, who then chooses an address for each guess of a password. */
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
  // A range that is nearly all addresses trusts nearly everybody; so does one of IPv4 addresses written as IPv6.
  const [address, bits] = ipaddr.parseCIDR(text);
  return address instanceof ipaddr.IPv4 ? bits >= 8 : bits >= 16 && !address.isIPv4MappedAddress();
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}
