/** A thread of `parseAhead`. */
import module from 'node:module';
import { workerData } from 'node:worker_threads';
import type { ParseShare } from './parse-share.ts';

const share = workerData as ParseShare;
if (share.compileCache !== null) module.enableCompileCache(share.compileCache);
const { deliverShare } = await import('./parse-share.ts');
deliverShare(share);
