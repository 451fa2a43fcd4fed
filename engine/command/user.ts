/** `munisipyo user add DEPARTMENT USERNAME`: opens an account, whether or not the server runs. */
import { parseArgs } from 'node:util';
import { departmentKey } from '../portal/match.ts';
import type { Portal } from '../portal/portal.ts';
import { createAccount, type NewAccount } from '../server/accounts/accounts.ts';
import { withDatabase } from '../server/database/join-database.ts';
import { HttpError } from '../server/http/errors.ts';
import { readSettings } from '../server/settings.ts';
import { askedVisitor } from './asked-visitor.ts';
import { parseFlags } from './flag-words.ts';
import { readPassword } from './read-password.ts';
import { readPortal } from './read-portal.ts';

export const usage = `Usage: munisipyo user add DEPARTMENT USERNAME [--can flag,!flag] [--name NAME] [--unit UNIT]
       The password is read from standard input.
`;

interface Words {
  readonly department: string;
  readonly username: string;
  readonly can: Readonly<Record<string, boolean>>;
  readonly name: string | undefined;
  readonly unit: string | undefined;
}

/** Writes the slug of the new account to standard output. */
export async function user(args: readonly string[]): Promise<number> {
  const words = parseWords(args);
  if (words === null) return refuse(usage, 2);
  const portal = await readPortal();
  if (portal === null) return 1;
  const fault = faultOf(portal, words);
  if (fault !== null) return refuse(`${fault}\n`, 2);
  const password = await readPassword();
  try {
    const account = newAccount(portal, words, password);
    const settings = readSettings(process.env);
    const { slug } = await withDatabase(settings, (database) => createAccount(database, account, portal));
    process.stdout.write(`${slug}\n`);
    process.stderr.write(hintAbout(portal, account));
    return 0;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return refuse(`${sayWhy(error)}\n`, 1);
  }
}

function parseWords(args: readonly string[]): Words | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        can: { type: 'string', multiple: true },
        name: { type: 'string' },
        unit: { type: 'string' },
      },
    });
    const [verb, department, username, ...more] = positionals;
    if (verb !== 'add' || department === undefined || username === undefined || more.length > 0) return null;
    return { department, username, can: parseFlags(values.can ?? []), name: values.name, unit: values.unit };
  } catch {
    return null;
  }
}

/** What is wrong with the words, or null: a department, flag or unit that nobody declared. */
function faultOf(portal: Portal, { department, can, unit }: Words): string | null {
  const { error } = askedVisitor(portal, department, can);
  if (error !== null || unit === undefined) return error;
  const { units, title } = portal.departments[departmentKey(portal, department)] ?? {};
  const rows = units ? (portal.lookups[units]?.rows ?? []) : [];
  if (rows.some(({ value }) => value === unit)) return null;
  if (rows.length === 0) return `${title} has no units.`;
  return `There is no unit "${unit}". Units: ${rows.map(({ value }) => value).join(', ')}.`;
}

/** An account without a unit is allowed, and rarely meant. */
function hintAbout({ departments }: Portal, { department, unit }: NewAccount): string {
  const { title, units = null } = departments[department] ?? {};
  if (units === null || unit !== null) return '';
  return `Without --unit this account sees no record that belongs to a unit of ${title}.\n`;
}

/** Flags that are not named have the value of a demonstration account, as everywhere on the command line. */
function newAccount(portal: Portal, words: Words, password: string): NewAccount {
  return {
    department: departmentKey(portal, words.department),
    username: words.username,
    name: words.name ?? words.username,
    password,
    unit: words.unit ?? null,
    flags: words.can,
  };
}

function sayWhy(error: HttpError): string {
  const { errors = {} } = error.body as { errors?: Readonly<Record<string, readonly string[]>> };
  return Object.entries(errors)
    .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
    .join('\n');
}

function refuse(text: string, code: 1 | 2): number {
  process.stderr.write(text);
  return code;
}
