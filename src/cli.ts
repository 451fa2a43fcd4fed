#!/usr/bin/env node
/** The command `munisipyo`. */
import './compile-cache.js';

const { runCommand } = await import('../engine/command/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
