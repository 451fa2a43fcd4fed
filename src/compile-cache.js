/** What Node.js makes of the sources is kept, so that a command answers at once; a folder that is not writable is ignored. */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
