/** Global set-up of the tests: names the folder of the run's database cluster, and removes the cluster at the end. */
import {
  CLUSTER_VARIABLE,
  makeClusterDirectory,
  removeCluster,
} from '../../engine/server/database/testing.ts';

/** The cluster itself is started by the first test that needs a database. */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await makeClusterDirectory();
  process.env[CLUSTER_VARIABLE] = directory;
  return () => removeCluster(directory);
}
