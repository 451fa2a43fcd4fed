/** Demonstration accounts: one a department in an empty database, never in production. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application } from '../application.ts';
import { type Account, accountColumns, insertAccount } from './accounts.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** Made up once for each data folder, so that a restart asks for the same. */
const PASSWORD_FILE = 'demonstration-password';

/**
 * Makes the accounts where there is none yet.
 * @param say prints one line to whoever started the portal
 */
export async function openDemonstration(
  application: Application,
  say: (line: string) => void,
): Promise<void> {
  const { settings, database } = application;
  if (settings.isProduction) return;
  const { domain } = application.portal().demonstration;
  const password = settings.demoPassword ?? (await ownPassword(settings.dataDirectory));
  await openOnce(application, password);
  const [first] = await database.query<Account>(
    `SELECT ${accountColumns} FROM accounts a WHERE a.username = a.department || $1 ORDER BY a.department LIMIT 1`,
    [`@${domain}`],
  );
  if (first === undefined) return;
  const isRight = await verifyPassword(password, first.password);
  const made = settings.demoPassword === null ? password : 'the one in DEMO_PASSWORD';
  say(
    `Demonstration accounts: {department}@${domain}, password: ${isRight ? made : 'the one they were made with'}`,
  );
}

/** All in one, so that another process finds either none of them or all. */
async function openOnce(application: Application, password: string): Promise<void> {
  const { departments, demonstration } = application.portal();
  await application.database.transaction(async (client) => {
    await client.query('LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE');
    const [first] = await client.query('SELECT 1 FROM accounts LIMIT 1');
    if (first) return;
    // They share their password, and so they may share its hash.
    const hash = await hashPassword(password);
    for (const { key, title } of Object.values(departments)) {
      const username = `${key}@${demonstration.domain}`;
      await insertAccount(client, { department: key, username, name: title, hash });
    }
  });
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
