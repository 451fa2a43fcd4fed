/** The paths of the embedded database's programs, data and socket for one DATA_DIR. */
import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, findAccount, prepareBinaries, type SystemAccount } from './binaries.ts';
import { StartError } from '../../process/start-error.ts';

export interface Layout {
  /** Folder with `bin`, `lib`, `share`. */
  readonly binaries: string;
  /** Folder that only the account may enter, with `data`, `socket` and the log. */
  readonly base: string;
  readonly data: string;
  readonly socket: string;
  readonly log: string;
  readonly account: SystemAccount | null;
  /** One line for the operator if something is in another place than expected. */
  readonly notice: string | null;
  /** Called once the data exist, so that the next start finds them. */
  remember(): Promise<void>;
}

/** Folders that every account may enter, for checkouts that only root may enter. */
const OPEN_ROOT = '/var/lib/munisipyo';

// sun_path has 108 bytes on Linux and 104 on macOS, including its closing zero.
const SOCKET_PATH_LIMIT = process.platform === 'linux' ? 107 : 103;

/** @throws StartError if data exist but this account cannot use them */
export async function findLayout(dataDirectory: string): Promise<Layout> {
  const inside = join(dataDirectory, 'postgres');
  const idFile = join(dataDirectory, 'postgres-id');
  const id = (await readFile(idFile, 'utf8').catch(() => '')).trim();
  const base = id === '' ? inside : join(OPEN_ROOT, id);
  if (id !== '' && !(await isThere(join(base, 'data')))) {
    throw new StartError(`The data of this portal are gone from ${base}. Delete ${idFile} to begin anew.`);
  }
  const account = await findAccount(join(base, 'data'));
  if (await isThere(join(base, 'data'))) await checkUsable(base, account);
  const isOutside =
    id !== '' || (!(await isThere(join(inside, 'data'))) && !canEnter(dataDirectory, account));
  const place = id === '' && isOutside ? join(OPEN_ROOT, randomUUID()) : base;
  if (account && (isOutside || !canEnter(import.meta.dirname, account))) await makeOpenRoot();
  const binaries = await prepareBinaries(account, account ? OPEN_ROOT : dataDirectory);
  await makeFolder(place, account);
  return {
    binaries,
    base: place,
    data: join(place, 'data'),
    socket: await makeSocketFolder(place, account),
    log: join(place, 'postgres.log'),
    account,
    notice: account && isOutside ? sayOutside({ account, dataDirectory, binaries, place }) : null,
    remember: async () => {
      if (isOutside && id === '') await keepId(idFile, place.slice(OPEN_ROOT.length + 1));
    },
  };
}

interface Outside {
  readonly account: SystemAccount;
  readonly dataDirectory: string;
  readonly binaries: string;
  readonly place: string;
}

function sayOutside({ account, dataDirectory, binaries, place }: Outside): string {
  return (
    `PostgreSQL runs as ${account.name}, who may not enter ${dataDirectory}: ` +
    `its data are in ${place}, its programs in ${binaries}.`
  );
}

async function checkUsable(base: string, account: SystemAccount | null): Promise<void> {
  const { uid } = await stat(base);
  const isOurs = account ? canEnter(join(base, 'data'), account) : uid === process.getuid?.();
  if (!isOurs) {
    throw new StartError(
      `The database in ${base} belongs to another user (uid ${uid}) or lies below a folder closed to it. ` +
        'Start as the user who made it, or choose another DATA_DIR.',
    );
  }
}

async function makeOpenRoot(): Promise<void> {
  await mkdir(OPEN_ROOT, { recursive: true });
  // Whatever the umask was, the account must be able to enter.
  await chmod(OPEN_ROOT, 0o755);
}

/** A folder that only the account may enter. */
async function makeFolder(path: string, account: SystemAccount | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}

/** Beside the data, or in the system's temporary folder if the path would be too long for a socket. */
async function makeSocketFolder(base: string, account: SystemAccount | null): Promise<string> {
  const near = join(base, 'socket');
  const isShort = Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT;
  const name = `munisipyo-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`;
  const folder = isShort ? near : join(tmpdir(), name);
  if (!isShort) await refuseForeign(folder, account);
  await makeFolder(folder, account);
  return folder;
}

/** Everybody may write to the temporary folder, so somebody else may have created that name first. */
async function refuseForeign(folder: string, account: SystemAccount | null): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found && (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.()))) {
    throw new StartError(`${folder} belongs to somebody else. Choose a DATA_DIR with a shorter path.`);
  }
}

async function keepId(file: string, id: string): Promise<void> {
  await writeFile(`${file}.new`, `${id}\n`);
  await rename(`${file}.new`, file);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
