/** The system account of the embedded PostgreSQL, which refuses to run as root. */
import { readFile, stat } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { StartError } from '../../process/start-error.ts';

export interface SystemAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Null for our own account. As root: the owner of the data if they exist, else `nobody`. */
export async function findAccount(data: string): Promise<SystemAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await listAccounts();
  const owner = await stat(data).catch(() => null);
  if (owner && owner.uid !== 0) {
    const named = accounts.find((account) => account.uid === owner.uid);
    return named ?? { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  // initdb looks up its own user name, so a number without a name does not work.
  const nobody = accounts.find((account) => account.name === 'nobody' && account.uid > 0);
  if (nobody) return nobody;
  throw new StartError(
    'PostgreSQL does not run as root, and there is no account "nobody". Start as an ordinary user, or set DATABASE_URL.',
  );
}

async function listAccounts(): Promise<readonly SystemAccount[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** May the account enter this folder, or read and run this file? Asks the system, as that account. */
export function canEnter(path: string, account: SystemAccount | null): boolean {
  if (!account) return true;
  const { uid, gid } = account;
  const asked = spawnSync('/bin/sh', ['-c', 'test -r "$1" -o -d "$1" && test -x "$1"', 'sh', path], {
    uid,
    gid,
    cwd: '/',
  });
  if (asked.error) {
    throw new StartError(
      `Cannot run PostgreSQL as ${account.name}: ${asked.error.message}. Start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return asked.status === 0;
}
