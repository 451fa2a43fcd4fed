/** Demonstration accounts: one a department in an empty database, never in production. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application } from '../application.ts';
import { insertAccount } from './accounts.ts';

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
  const { departments, demonstration } = application.portal();
  const [row] = await database.query<{ count: number }>('SELECT count(*) FROM accounts');
  const password = settings.demoPassword ?? (await ownPassword(settings.dataDirectory));
  if (row?.count === 0) {
    await database.transaction(async (client) => {
      await client.query('LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE');
      const [first] = await client.query('SELECT 1 FROM accounts LIMIT 1');
      if (first) return;
      for (const { key, title } of Object.values(departments)) {
        const username = `${key}@${demonstration.domain}`;
        await insertAccount(client, { department: key, username, name: title, password });
      }
    });
  }
  const shown = settings.demoPassword === null ? password : 'the one in DEMO_PASSWORD';
  say(`Demonstration accounts: {department}@${demonstration.domain}, password: ${shown}`);
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
