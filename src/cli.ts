#!/usr/bin/env node
/** The command `munisipyo`. */
import { runCommand } from '../engine/command/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2));
