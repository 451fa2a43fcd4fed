/** The server's entry for who runs it without the command: `node src/server.ts`. */
import { start } from '../engine/command/start/start.ts';

process.exitCode = await start();
