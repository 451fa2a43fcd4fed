/** Global set-up of the tests: names the folder of the run's database cluster, and removes the cluster at the end. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  CLUSTER_VARIABLE,
  makeClusterDirectory,
  removeCluster,
} from '../../engine/server/database/testing.ts';

/** The cluster itself is started by the first test that needs a database. */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await makeClusterDirectory();
  process.env[CLUSTER_VARIABLE] = directory;
  // An interrupted run, for example by a time limit, does not reach its end: the cluster must not outlive it.
  const onSignal = (): void => dropCluster(directory);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.prependOnceListener(signal, onSignal);
  return () => removeCluster(directory);
}

/** Synchronous, because Vitest ends the process right after. */
function dropCluster(directory: string): void {
  try {
    const pid = Number(readFileSync(join(directory, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  } catch {
    // It was never started.
  }
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}
