#!/usr/bin/env node
/**
 * The installed command. A checkout runs `cli.ts`; a package has it built, because Node.js runs no TypeScript below
 * node_modules.
 */
import { existsSync } from 'node:fs';
import './require-node.js';
import './compile-cache.js';

const source = new URL('./cli.ts', import.meta.url);
await import(existsSync(source) ? source.href : '../build/src/cli.js');
