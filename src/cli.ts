#!/usr/bin/env node
/** The command `munisipyo`. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What Node makes of the sources is kept, so that a command answers at once; a folder that is not writable is ignored.
enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));

const { runCommand } = await import('../engine/command/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
