/** `munisipyo user`: opens an account, or changes the department or unit of one, whether or not the server runs. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { english } from '../portal/language/say.ts';
import type { Portal } from '../portal/model/portal.ts';
import { departmentKey } from '../portal/routing/match.ts';
import { tell } from '../portal/text/tell.ts';
import { flagsAfterMove, ownVisitor } from '../server/accounts/account-flags.ts';
import { type Account, assignAccount, createAccount, findAccount } from '../server/accounts/accounts.ts';
import type { Database } from '../server/database/database.ts';
import { withDatabase } from '../server/database/open-database.ts';
import { HttpError } from '../server/http/errors.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { parseFlags, readArguments, refuse } from './arguments.ts';
import { parseVisitor } from './parse-visitor.ts';
import { readPortal } from './read-portal.ts';

export const usage = `Usage: munisipyo user add DEPARTMENT USERNAME [--can flag,!flag] [--name NAME] [--unit UNIT]
       munisipyo user change USERNAME [--department DEPARTMENT] [--unit UNIT | --no-unit] [--can flag,!flag]
add     opens an account. Reads the password from standard input.
change  gives an account another department, unit or flags. Open sessions have the new rights at once. An account that
        changes its department loses its unit and the flags that it was granted there. Withdrawn flags stay withdrawn.
`;

interface UserArguments {
  readonly username: string;
  readonly can: FlagArguments;
}

interface AddArguments extends UserArguments {
  readonly verb: 'add';
  readonly department: string;
  readonly name: string | undefined;
  readonly unit: string | undefined;
}

interface ChangeArguments extends UserArguments {
  readonly verb: 'change';
  readonly department: string | undefined;
  /** Null: no unit. */
  readonly unit: string | null | undefined;
}

type FlagArguments = Readonly<Record<string, boolean>>;

/** Writes the slug of the account to standard output. */
export async function user(args: readonly string[]): Promise<number> {
  const words = parseWords(args);
  if (words === null) return refuse(usage);
  const portal = await readPortal();
  if (portal === null) return 1;
  if (words.verb === 'add') return add(portal, words);
  return withDatabase(readSettings(process.env), (database) => change(database, portal, words));
}

function parseWords(args: readonly string[]): AddArguments | ChangeArguments | null {
  const words = readArguments(args, {
    can: { type: 'string', multiple: true },
    name: { type: 'string' },
    unit: { type: 'string' },
    department: { type: 'string' },
    'no-unit': { type: 'boolean' },
  });
  if (words === null) return null;
  const { name, unit, department, 'no-unit': noUnit } = words.values;
  const can = parseFlags(words.values.can ?? []);
  if (words.values.can !== undefined && Object.keys(can).length === 0) return null;
  const [verb, ...rest] = words.positionals;
  if (verb === 'add' && rest.length === 2 && department === undefined && noUnit === undefined) {
    const [to = '', username = ''] = rest;
    return { verb, department: to, username, can, name, unit };
  }
  const isSaid = [department, unit, noUnit, words.values.can].some((one) => one !== undefined);
  const isBoth = unit !== undefined && noUnit !== undefined;
  if (verb !== 'change' || rest.length !== 1 || name !== undefined || !isSaid || isBoth) return null;
  return { verb, username: rest[0] ?? '', department, can, unit: noUnit === true ? null : unit };
}

async function add(portal: Portal, words: AddArguments): Promise<number> {
  const { username, unit = null, can: flags } = words;
  const fault = faultOf(portal, words.department, { can: flags, unit });
  if (fault !== null) return refuse(`${fault}\n`);
  const password = await readPassword();
  const department = departmentKey(portal, words.department);
  // Flags that are not named have the value of a demonstration account, as everywhere on the command line.
  const account = { department, username, name: words.name ?? username, password, unit, flags };
  try {
    const { slug } = await withDatabase(readSettings(process.env), (database) =>
      createAccount(database, account, portal),
    );
    process.stdout.write(`${slug}\n`);
    process.stderr.write(hintAbout(portal, department, unit));
    return 0;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return refuse(`${sayWhy(portal, error)}\n`, 1);
  }
}

async function change(database: Database, portal: Portal, words: ChangeArguments): Promise<number> {
  const { username, can, unit } = words;
  const found = await findAccount(database, username);
  if (found === null) return refuse(`There is no account "${username}".\n`, 1);
  const fault = faultOf(portal, words.department ?? found.department, { can, unit: unit ?? null });
  if (fault !== null) return refuse(`${fault}\n`);
  const department = departmentKey(portal, words.department ?? found.department);
  const isMove = department !== departmentKey(portal, found.department);
  const account = await assignAccount(database, username, {
    ...(words.department !== undefined && { department }),
    ...(unit !== undefined && { unit }),
    flags: { ...(isMove && flagsAfterMove(portal, found, department)), ...can },
    isWhole: isMove,
  });
  if (account === null) return refuse(`There is no account "${username}".\n`, 1);
  process.stdout.write(`${account.slug}\n`);
  process.stderr.write(hintAbout(portal, account.department, account.unit));
  if (isMove || Object.keys(can).length > 0) process.stderr.write(flagsSaid(portal, account));
  return 0;
}

/** The flags of the account with their present values, in the notation of `--can`. */
function flagsSaid(portal: Portal, account: Account): string {
  const flags = Object.entries(ownVisitor(portal, account)?.flags ?? {}).filter(
    ([, value]) => typeof value === 'boolean',
  );
  return `Flags: ${flags.map(([name, value]) => (value === true ? name : `!${name}`)).join(', ') || 'none'}.\n`;
}

/** The error in the arguments, or null: an unknown department, flag or unit. */
function faultOf(
  portal: Portal,
  department: string,
  { can, unit }: { readonly can: FlagArguments; readonly unit: string | null },
): string | null {
  const { error } = parseVisitor(portal, department, can);
  if (error !== null || unit === null) return error;
  const { units, title } = portal.departments[departmentKey(portal, department)] ?? {};
  const rows = units ? (portal.lookups[units]?.rows ?? []) : [];
  if (rows.some(({ value }) => value === unit)) return null;
  if (rows.length === 0) return `${title} has no units.`;
  return `There is no unit "${unit}". Units: ${rows.map(({ value }) => value).join(', ')}.`;
}

/** An account without a unit is allowed, but rarely intended. */
function hintAbout({ departments }: Portal, department: string, unit: string | null): string {
  const { title, units = null } = departments[department] ?? {};
  if (units === null || unit !== null) return '';
  return `Without --unit this account sees no record that belongs to a unit of ${title}.\n`;
}

/** In English, like everything on the command line. */
function sayWhy(portal: Portal, { problem }: HttpError): string {
  const reader = { ...portal, language: 'en', words: english };
  return Object.entries(problem.errors ?? {})
    .map(([field, said]) => `${field}: ${said.map((one) => tell(reader, one)).join(' ')}`)
    .join('\n');
}

/** @returns the first line, without its end */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return askForPassword();
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.split(/\r?\n/, 1)[0] ?? '';
}

async function askForPassword(): Promise<string> {
  process.stderr.write('Password (at least 10 characters): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await line.question('');
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}
