/** Reads PostgreSQL's `postmaster.pid` of a cluster and checks it against the running processes. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  /** Folder of the socket. */
  readonly socket: string;
  readonly status: 'starting' | 'ready' | 'stopping';
}

/** The running postmaster of these data, or null. Removes a file that a crashed machine left behind. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const file = join(data, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!(await isPostgres(pid))) {
    // The process id may belong to another program, which would keep PostgreSQL from starting.
    await rm(file, { force: true });
    return null;
  }
  const status = lines[7]?.trim();
  return {
    pid,
    socket: lines[4] ?? '',
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  };
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return /(^|\/)postgres\0/.test(command);
}
