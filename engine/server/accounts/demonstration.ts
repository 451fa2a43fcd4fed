/** The demonstration accounts: one for each department, and how they end. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Portal } from '../../portal/model/portal.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Application } from '../kernel/application.ts';
import { StartError } from '../process/start-error.ts';
import { type Account, accountColumns, insertAccount } from './accounts.ts';
import { hashPassword, verifyPassword } from './password.ts';

/**
 * Creates the accounts if there are none.
 * @param say prints one line for the operator
 * @returns their password; null where there are none, or where it is another than they were made with
 */
export async function openDemonstration(
  application: Application,
  say: (line: string) => void,
): Promise<string | null> {
  const { settings, database } = application;
  if (settings.isProduction) return null;
  const { domain } = application.portal().demonstration;
  const password = settings.demoPassword ?? (await ownPassword(settings.dataDirectory));
  await openOnce(application, password);
  await giveUnits(application);
  const [first] = await database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a WHERE a.username = a.department || $1 ORDER BY a.department LIMIT 1`,
    [`@${domain}`],
  );
  if (first === undefined) return null;
  const isRight = await verifyPassword(password, first.password);
  const made = settings.demoPassword === null ? password : 'the one in DEMO_PASSWORD';
  const names = await namesOf(application);
  if (names !== '')
    say(`Demonstration accounts: ${names}, password: ${isRight ? made : 'the one they were made with'}`);
  return isRight ? password : null;
}

/** The existing accounts. A demonstration by an earlier version or configuration may lack some. */
async function namesOf({ database, portal }: Application): Promise<string> {
  const all = demonstrationAccounts(portal());
  const rows = await database.query<{ username: string }>(
    'SELECT username FROM accounts WHERE username = ANY($1::text[])',
    [all.map(({ username }) => username)],
  );
  const known = new Set(rows.map(({ username }) => username));
  const { domain } = portal().demonstration;
  const isOfDepartment = ({ department, username }: DemonstrationAccount): boolean =>
    username === `${department}@${domain}`;
  const groups = Map.groupBy(all, (one) => (isOfDepartment(one) ? '{department}' : '{department}-{unit}'));
  const names = [...groups].flatMap(([pattern, accounts]) => {
    const missing = accounts.filter(({ username }) => !known.has(username));
    if (missing.length === accounts.length) return [];
    const except =
      missing.length === 0 ? '' : ` (without ${missing.map(({ username }) => username).join(', ')})`;
    return [`${pattern}@${domain}${except}`];
  });
  return names.join(', ');
}

/** In one transaction, so that another process finds either none of them or all. */
async function openOnce(application: Application, password: string): Promise<void> {
  const portal = application.portal();
  await application.database.transaction(async (client) => {
    await client.query('LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE');
    const [first] = await client.query('SELECT 1 FROM accounts LIMIT 1');
    if (first) return;
    // They share their password, so they may share its hash.
    const hash = await hashPassword(password);
    for (const account of demonstrationAccounts(portal)) await insertAccount(client, { ...account, hash });
    await markDemonstration(client);
  });
}

/** Who lives in a filled demonstration. */
export interface DemonstrationPerson extends DemonstrationAccount {
  /** May not approve what others prepare. */
  readonly isPreparing: boolean;
}

/** Colleagues of each demonstration account of an office: one prepares and one approves. */
const colleagues = [{ isPreparing: true }, { isPreparing: false }];
/** People with accounts of each department of requesters. */
const requesters = 8;

/**
 * Opens accounts for the people of the demonstration, beside those of the departments, with the same password.
 * @param approval the flag of those who approve
 * @returns all accounts, with those of the departments first; null if the database is no demonstration
 */
export async function openPeople(
  { database, portal }: Application,
  approval: string,
): Promise<readonly DemonstrationPerson[] | null> {
  const first = demonstrationAccounts(portal());
  const people = peopleBeside(portal(), first);
  return database.transaction(async (client) => {
    const [row] = await client.query<{ password: string }>('SELECT password FROM demonstration LIMIT 1');
    if (row === undefined) return null;
    for (const { isPreparing, ...person } of people) {
      const flags = isPreparing ? { [approval]: false } : {};
      const { id } = await insertAccount(client, { ...person, flags, hash: row.password });
      await client.query('INSERT INTO demonstration (account, password) VALUES ($1, $2)', [id, row.password]);
    }
    return [...first.map((one) => ({ ...one, isPreparing: false })), ...people];
  });
}

function peopleBeside(portal: Portal, first: readonly DemonstrationAccount[]): DemonstrationPerson[] {
  const { domain, people } = portal.demonstration;
  let count = 0;
  return first.flatMap(({ department, unit, name: title }) => {
    const isOffice = portal.departments[department]?.kind !== 'requester';
    const some = isOffice ? colleagues : Array.from({ length: requesters }, () => ({ isPreparing: false }));
    return some.map(({ isPreparing }, index): DemonstrationPerson => {
      const name = nameFrom(people, count) ?? `${title} ${index + 2}`;
      count += 1;
      const username = `${nameIn(name)}.${nameIn(department)}-${count}@${domain}`;
      return { department, unit, name, username, isPreparing };
    });
  });
}

/**
 * Each name once, then each first name with the family name of somebody further on in the list, so that few names are
 * enough for many people.
 * @returns null if there are no names
 */
function nameFrom(people: readonly string[], index: number): string | null {
  const round = Math.floor(index / people.length);
  const own = people[index % people.length];
  const other = people[(index + round) % people.length];
  if (own === undefined || other === undefined) return null;
  const [first] = own.split(' ', 1);
  const [, ...family] = other.split(' ');
  return round === 0 || family.length === 0 ? own : [first, ...family].join(' ');
}

/** A demonstration account that is older than its department's units gets the unit that a new one would have. */
async function giveUnits({ database, portal }: Application): Promise<void> {
  const inUnits = demonstrationAccounts(portal()).filter(({ unit }) => unit !== null);
  await database.query(
    `UPDATE accounts a SET unit = n.unit, updated_at = now()
     FROM jsonb_to_recordset($1) AS n(username text, department text, unit text)
     WHERE a.username = n.username AND a.department = n.department AND a.unit IS NULL
       AND a.id IN (SELECT account FROM demonstration)`,
    [JSON.stringify(inUnits)],
  );
}

type DemonstrationAccount = Required<Pick<Account, 'department' | 'username' | 'name' | 'unit'>>;

/** `{department}@…` for each department, and `{department}-{unit}@…` for each of its other units. */
function demonstrationAccounts({ departments, demonstration, lookups }: Portal): DemonstrationAccount[] {
  const accounts = new Map<string, DemonstrationAccount>();
  const add = (account: Omit<DemonstrationAccount, 'username'>, name: string): void => {
    const usual = `${name}@${demonstration.domain}`;
    // Two units, or a unit and a department, may have the same address.
    const username = accounts.has(usual) ? `${name}-${accounts.size}@${demonstration.domain}` : usual;
    accounts.set(username, { ...account, username });
  };
  for (const { key, title, demonstrationUnit } of Object.values(departments)) {
    add({ department: key, name: title, unit: demonstrationUnit }, key);
  }
  for (const { key, title, units, demonstrationUnit } of Object.values(departments)) {
    const rows = units === null ? [] : (lookups[units]?.rows ?? []);
    for (const { value, label, retired } of rows) {
      if (value === demonstrationUnit || retired === true) continue;
      add({ department: key, name: `${title} ${label}`, unit: value }, `${key}-${nameIn(value)}`);
    }
  }
  return [...accounts.values()];
}

/** The value as a part of an e-mail address. */
export function nameIn(value: string): string {
  return (
    value
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'unit'
  );
}

async function ownPassword(directory: string): Promise<string> {
  const file = join(directory, PASSWORD_FILE);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null && kept.trim() !== '') return kept.trim();
  const password = randomBytes(9).toString('base64url');
  await mkdir(directory, { recursive: true });
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** In DATA_DIR. Generated once for each folder, so that a restart has the same password. */
const PASSWORD_FILE = 'demonstration-password';

/** Records that all existing accounts belong to a demonstration. */
async function markDemonstration(client: Queryable): Promise<void> {
  await client.query('INSERT INTO demonstration (account, password) SELECT id, password FROM accounts');
}

/**
 * Invented data and accounts with a known password must not be served in production.
 * @throws StartError for a database that was created as a demonstration
 */
export async function refuseDemonstration(client: Queryable): Promise<void> {
  const [row] = await client.query<{ accounts: number }>('SELECT count(*) AS accounts FROM demonstration');
  if (!row || row.accounts === 0) return;
  throw new StartError(
    `This database is a demonstration, with ${countOfNoun(row.accounts, 'demonstration account', 'demonstration accounts')}. ` +
      'Start production with an empty DATA_DIR or database; or close these accounts and keep the rest: npx munisipyo demo --end',
  );
}

export interface EndedDemonstration {
  /** Accounts that were closed. */
  readonly closed: number;
  /** Demonstration accounts whose owner has chosen another password. They stay open. */
  readonly kept: readonly string[];
  readonly records: number;
}

/**
 * Closes the demonstration accounts and ends their sessions. Their records stay.
 * @returns null if the database is not a demonstration
 */
export async function endDemonstration(
  database: Database,
  dataDirectory: string,
): Promise<EndedDemonstration | null> {
  const unknown = await hashPassword(randomUUID());
  const ended = await database.transaction((client) => end(client, unknown));
  if (ended !== null) await rm(join(dataDirectory, PASSWORD_FILE), { force: true });
  return ended;
}

async function end(client: Queryable, unknown: string): Promise<EndedDemonstration | null> {
  const accounts = await client.query<{ account: string | null; password: string }>(
    'DELETE FROM demonstration RETURNING account, password',
  );
  if (accounts.length === 0) return null;
  const ids = accounts.map(({ account }) => account);
  // A closed account that is reopened must not have the old password.
  const closed = await client.query<{ id: string }>(
    `UPDATE accounts SET is_suspended = true, password = $3, updated_at = now()
      WHERE id = ANY($1) AND password = ANY($2) RETURNING id`,
    [ids, [...new Set(accounts.map(({ password }) => password))], unknown],
  );
  const closedIds = closed.map(({ id }) => id);
  await client.query('DELETE FROM sessions WHERE account = ANY($1)', [closedIds]);
  const kept = await client.query<{ username: string }>(
    'SELECT username FROM accounts WHERE id = ANY($1) AND NOT id = ANY($2) ORDER BY username',
    [ids, closedIds],
  );
  const [row] = await client.query<{ records: number }>('SELECT count(*) AS records FROM records');
  return {
    closed: closed.length,
    kept: kept.map(({ username }) => username),
    records: row?.records ?? 0,
  };
}
