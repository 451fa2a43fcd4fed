/** The server's entry without the command: `node src/server.ts`. */
import { start } from '../engine/command/start/start.ts';

process.exitCode = await start();
