/** Starts a child process with a memory limit by the operating system, which includes native memory and buffers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../.cache/node', import.meta.url));

/** `ulimit -d` counts all private writable memory. Shells without it continue without a limit. */
const limited = 'ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift; exec "$@"';

/** Megabytes that Node.js reserves at its start, mostly for machine code that it never writes. */
const reserved = 640;

/** @param megabytes limit for the task; not supported on Windows */
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

/** Code that reads uploaded files gets no password or address of the server. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, LANG, SystemRoot, NODE_COMPILE_CACHE = compileCache } = process.env;
  const said = Object.entries({ PATH, TZ, LANG, SystemRoot }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(said),
    NODE_COMPILE_CACHE,
    // Fewer arenas and threads, because each has its own memory.
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
    VIPS_CONCURRENCY: '1',
  };
}
