/** Opens the desk at which people edit the configuration: a thread for forms, and processes for commands. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { isPictureName } from '../../config/pictures.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { EditingDesk, RunCommand } from '../../server/kernel/editing-desk.ts';
import type { Settings } from '../../server/kernel/settings.ts';
import { accountVariable } from '../apply/author-account.ts';
import { runApart } from '../run-apart.ts';
import { createThread } from '../thread.ts';
import type { WorkshopQuestion } from './editing-worker.ts';

/** Milliseconds without a question after which the thread ends. */
const IDLE = 300_000;
/** Milliseconds after which a question or a command is given up. */
const LONGEST = 300_000;

export interface DeskOptions {
  readonly settings: Pick<Settings, 'dataDirectory' | 'extensions'>;
  readonly files: () => readonly SourceFile[];
  /** Arguments of Node.js that run `munisipyo`: those of this process without it. */
  readonly program?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export interface OpenDesk extends EditingDesk {
  close(): Promise<void>;
}

export function openDesk({
  settings: { dataDirectory, extensions },
  files,
  program,
  environment = process.env,
}: DeskOptions): OpenDesk {
  const workshop = openWorkshop(extensions);
  // Nobody waits for proofs to open or keep a part.
  const proofs = openWorkshop(extensions);
  const ending = new AbortController();
  const alone = pLimit(1);
  // The same folder each time: what was checked before is not checked again.
  const folder = join(dataDirectory, 'drafts', String(process.pid), 'config');
  const runFor =
    (account: string | null): RunCommand =>
    (...words) =>
      runApart(words, {
        program,
        env: { ...environment, [accountVariable]: account ?? '' },
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(LONGEST)]),
      });
  return {
    files,
    ask: (name, ...input) => (name === 'prove' ? proofs : workshop).ask({ name, input }) as never,
    withFolder: (written, work, account = null) =>
      alone(async () => {
        try {
          await writeFolder(folder, written);
          return await work(runFor(account), folder);
        } finally {
          await rm(dirname(folder), { recursive: true, force: true });
        }
      }),
    async close() {
      ending.abort();
      await Promise.all([workshop.end(), proofs.end()]);
    },
  };
}

/** The names are those of files that were read from a folder or a sealed version. */
async function writeFolder(folder: string, files: readonly SourceFile[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const { name, text } of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, isPictureName(name) ? Buffer.from(text, 'base64') : text);
  }
}

/** A thread that ends if a question takes too long. */
function openWorkshop(extensions: string | null) {
  const thread = createThread<WorkshopQuestion, unknown>(new URL('./editing-worker.ts', import.meta.url), {
    workerData: { extensions },
    patience: IDLE,
  });
  return {
    ...thread,
    ask(question: WorkshopQuestion): Promise<unknown> {
      const late = setTimeout(() => void thread.end(), LONGEST).unref();
      return thread.ask(question).finally(() => clearTimeout(late));
    },
  };
}
