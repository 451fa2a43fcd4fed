/** Where the schemas of a configuration are written. */
import { dirname, join, resolve } from 'node:path';

/** @param directory the folder of the configuration */
export function schemasFolder(directory: string): string {
  return join(dirname(resolve(directory)), '.munisipyo', 'schemas');
}
