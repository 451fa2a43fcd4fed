#!/usr/bin/env node
/** The installed command: `cli.ts`, once it is known that this Node.js can read it, and where it keeps what it read. */
import './require-node.js';
import './compile-cache.js';

await import('./cli.ts');
