/** Opens the desk at which people edit the configuration: a thread for forms, and processes for commands. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { nameOfCopy } from '../../config/layers/layer-names.ts';
import { isPictureName } from '../../config/pictures.ts';
import type { SourceFile } from '../../config/source/source.ts';
import { busy } from '../../server/http/errors.ts';
import type { EditingDesk, RunCommand } from '../../server/kernel/editing-desk.ts';
import type { Settings } from '../../server/kernel/settings.ts';
import { accountVariable } from '../apply/author-account.ts';
import { runApart } from '../apart/run-apart.ts';
import { createThread } from '../thread.ts';
import type { WorkshopQuestion } from './editing-worker.ts';

/** Milliseconds without a question after which the thread ends. */
const IDLE = 300_000;
/** Milliseconds after which a question or a command is given up. */
const LONGEST = 300_000;
/** Orders, and questions of each thread, that may wait for others. */
const MOST_ORDERS = 4;
const MOST_QUESTIONS = 50;
/** Milliseconds after which nobody works in a folder any more. */
const OLD = 24 * 3_600_000;

export interface DeskOptions {
  readonly settings: Pick<Settings, 'dataDirectory' | 'extensions'>;
  readonly files: () => readonly SourceFile[];
  /** Arguments of Node.js that run `munisipyo`. */
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
  // Nobody waits for proofs to open or keep a part, or to see what they write.
  const proofs = openWorkshop(extensions);
  const ending = new AbortController();
  const orders = createQueue(MOST_ORDERS);
  // The same folder each time: what was checked before is not checked again.
  const drafts = join(dataDirectory, 'drafts');
  const folder = join(drafts, randomUUID(), nameOfCopy);
  const swept = removeOld(drafts);
  let running: Promise<unknown> = Promise.resolve();
  const runFor =
    (account: string | null): RunCommand =>
    (...words) => {
      const env = { ...environment, [accountVariable]: account ?? '' };
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(LONGEST)]);
      const result = runApart(words, { program, env, signal });
      running = result;
      return result;
    };
  return {
    files,
    ask: (name, ...input) => (name === 'look' ? proofs : workshop).ask({ name, input }) as never,
    withFolder: (written, work, account = null) =>
      orders.wait(async () => {
        await swept;
        try {
          await writeFolder(folder, written);
          return await work(runFor(account), folder);
        } finally {
          await rm(dirname(folder), { recursive: true, force: true });
        }
      }),
    async close() {
      orders.clear();
      ending.abort();
      await Promise.all([running, workshop.end(), proofs.end()]);
    },
  };
}

/** Runs orders one at a time. */
function createQueue(most: number) {
  const alone = pLimit({ concurrency: 1, rejectOnClear: true });
  return {
    /** @throws HttpError 503: too many wait */
    wait: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (alone.pendingCount >= most) throw busy();
      return alone(work);
    },
    /** Refuses what waits. */
    clear: () => alone.clearQueue(),
  };
}

/** Removes what processes have left that ended in the middle of an order. */
async function removeOld(drafts: string): Promise<void> {
  const names = await readdir(drafts).catch(() => []);
  for (const path of names.map((name) => join(drafts, name))) {
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > OLD)
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** The names are those of files that a configuration can have, which lie within the folder. */
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
  const questions = createQueue(MOST_QUESTIONS);
  return {
    ask: (question: WorkshopQuestion): Promise<unknown> =>
      questions.wait(() => {
        const late = setTimeout(() => void thread.end(), LONGEST).unref();
        return thread.ask(question).finally(() => clearTimeout(late));
      }),
    async end(): Promise<void> {
      questions.clear();
      await thread.end();
    },
  };
}
