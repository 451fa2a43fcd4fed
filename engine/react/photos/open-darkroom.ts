/** Starts the worker for photos, and asks it. */
import type { PhotoAnswer, PhotoTasks } from './photo-tasks.ts';

export interface Darkroom extends PhotoTasks {
  /** Ends the worker and frees its memory. */
  close(): void;
}

interface OpenTask {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export function openDarkroom(): Darkroom {
  let worker: Worker | null = null;
  const waiting = new Map<number, OpenTask>();
  let count = 0;
  const endAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const hear = ({ data }: MessageEvent<PhotoAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.value as never);
  };
  const start = () => {
    const started = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', hear);
    started.addEventListener('error', () => endAll('worker ended'));
    return started;
  };
  const ask = <T>(task: keyof PhotoTasks, ...input: readonly unknown[]) =>
    new Promise<T>((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      worker ??= start();
      worker.postMessage({ id: count, task, input }, []);
    });
  return {
    look: (photo) => ask('look', photo),
    make: (photo, edit, limits) => ask('make', photo, edit, limits),
    bind: (pictures) => ask('bind', pictures),
    close() {
      worker?.terminate();
      worker = null;
      endAll('worker closed');
    },
  };
}
