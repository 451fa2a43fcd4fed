#!/usr/bin/env node
/** The installed command: `cli.ts`, once it is known that this Node.js can read it. */
import './require-node.js';

await import('./cli.ts');
