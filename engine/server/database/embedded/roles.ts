/** The roles of the embedded database, their passwords and what each of them owns. */
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClientConfig, escapeLiteral } from 'pg';
import { StartError } from '../../process/start-error.ts';
import type { Queryable } from '../database.ts';
import { giveObjects, queueSchemaOf } from '../grants.ts';
import { createPool } from '../pool.ts';

/** Owns the cluster; used only to prepare the other two. */
export const SUPERUSER = 'munisipyo';
/** Owns the schema, and runs the migrations. */
export const OWNER = 'munisipyo_owner';
/** Reads and writes rows: the portal itself. */
export const PORTAL = 'munisipyo_portal';

const roles = [SUPERUSER, OWNER, PORTAL] as const;

export type DatabaseRole = (typeof roles)[number];
export type Passwords = Readonly<Record<DatabaseRole, string>>;

export const DATABASE = 'postgres';

const FILE = 'database-passwords.json';

/**
 * Reads the passwords of the roles.
 * @throws StartError if the file exists but cannot be used
 */
export async function readPasswords(directory: string): Promise<Passwords | null> {
  const file = join(directory, FILE);
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Passwords;
    if (roles.every((role) => typeof kept[role] === 'string')) return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartError(
      `Cannot read ${file}: ${(error as Error).message}. Start as the user who made it, or take it from the backup.`,
    );
  }
  throw new StartError(`${file} lacks a password. Take it from the backup.`);
}

/** Reads the passwords, or creates them in a file that only its owner can read. */
export async function keepPasswords(directory: string): Promise<Passwords> {
  const kept = await readPasswords(directory);
  if (kept !== null) return kept;
  const made = Object.fromEntries(roles.map((role) => [role, randomBytes(24).toString('base64url')]));
  const file = join(directory, FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  // Root creates it for the owner of the folder, who may start the portal next time.
  const { uid, gid } = await stat(directory);
  if (process.getuid?.() === 0) await chown(`${file}.new`, uid, gid);
  await rename(`${file}.new`, file);
  return made as Record<DatabaseRole, string>;
}

export interface ClusterAddress {
  /** Folder of the socket. */
  readonly socket: string;
  readonly passwords: Passwords;
  readonly database?: string;
}

export function addressOf(
  { socket, passwords, database = DATABASE }: ClusterAddress,
  role: DatabaseRole,
): ClientConfig {
  return { host: socket, port: 5432, user: role, password: passwords[role], database, ssl: false };
}

/**
 * Creates missing roles. An older cluster without passwords gets them, and its tables get their owners.
 * @param data the cluster's folder
 * @throws StartError if the passwords are not those of the cluster
 */
export async function prepareRoles(address: ClusterAddress, data: string): Promise<void> {
  const hba = join(data, 'pg_hba.conf');
  const rules = await readFile(hba, 'utf8');
  const isTrusting = TRUSTING.test(rules);
  const database = createPool(addressOf(address, SUPERUSER), { connections: 1 });
  try {
    await database
      .transaction((client) => makeRoles(client, address.passwords, isTrusting))
      .catch(explainPassword);
    if (!isTrusting) return;
    // The passwords are set and required from here on.
    await replaceFile(hba, rules.replace(new RegExp(TRUSTING, 'gm'), '$1scram-sha-256'));
    await database.query('SELECT pg_reload_conf()');
  } finally {
    await database.end();
  }
}

/** A line of pg_hba.conf that allows access without a password. */
const TRUSTING = /^(\s*(?:local|host\w*)\s.*\s)trust\b/m;

async function makeRoles(client: Queryable, passwords: Passwords, isTrusting: boolean): Promise<void> {
  const rows = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles');
  const known = new Set(rows.map(({ rolname }) => rolname));
  for (const role of roles) {
    const login = `LOGIN PASSWORD ${escapeLiteral(passwords[role])}`;
    if (!known.has(role)) await client.query(`CREATE ROLE ${role} ${login}`);
    else if (isTrusting) await client.query(`ALTER ROLE ${role} ${login}`);
  }
  if (known.has(PORTAL)) return;
  await client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${OWNER}`);
  await giveObjects(client, 'public', OWNER);
  await giveObjects(client, queueSchemaOf('public'), PORTAL);
}

function explainPassword(error: Error & { code?: string }): never {
  if (error.code !== '28P01') throw error;
  throw new StartError(
    `The passwords in ${FILE} of DATA_DIR are not those of this database. Take the file from the backup.`,
  );
}

/** Keeps owner and permissions, because PostgreSQL reads it under its own account. */
async function replaceFile(file: string, text: string): Promise<void> {
  const { uid, gid } = await stat(file);
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  if (process.getuid?.() === 0) await chown(`${file}.new`, uid, gid);
  await rename(`${file}.new`, file);
}
