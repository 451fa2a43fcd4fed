/** Starts a child process whose memory, native memory and buffers included, is limited by the operating system. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../.cache/node', import.meta.url));

/** `ulimit -d` counts all private writable memory. Shells without it go on without a limit. */
const limited = 'ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift; exec "$@"';

/** Megabytes that Node.js reserves as it starts, nearly all of them for machine code that it never writes. */
const reserved = 640;

/** @param megabytes that the task may take; Windows has no such limit */
export function launchChild(megabytes: number): ChildProcess {
  const command = [process.execPath, entry];
  const [file = '', ...args] =
    process.platform === 'win32'
      ? command
      : ['/bin/sh', '-c', limited, 'sh', String((reserved + megabytes) * 1024), ...command];
  return spawn(file, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: childEnvironment(),
  });
}

/** No password or address of the server reaches code that reads what strangers sent. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, LANG, SystemRoot, NODE_COMPILE_CACHE = compileCache } = process.env;
  const said = Object.entries({ PATH, TZ, LANG, SystemRoot }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(said),
    NODE_COMPILE_CACHE,
    // Fewer arenas and threads: each of them keeps memory of its own.
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
    VIPS_CONCURRENCY: '1',
  };
}
