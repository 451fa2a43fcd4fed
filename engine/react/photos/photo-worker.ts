/** A worker of its own for photos, so that the page stays quick while they are decoded and drawn. */
import { photoTasks } from './page-picture.ts';
import type { PageEdit, PageLimits, PhotoAnswer, PhotoRequest } from './photo-tasks.ts';

/** One after the other: a phone has memory for one photo. */
let last: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<PhotoRequest>) => {
  last = last.then(() => answer(data));
});

async function answer({ id, task, input }: PhotoRequest): Promise<void> {
  try {
    send({ id, value: await run(task, input) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

function run(task: PhotoRequest['task'], input: readonly unknown[]): Promise<unknown> {
  switch (task) {
    case 'look':
      return photoTasks.look(...(input as [Blob]));
    case 'make':
      return photoTasks.make(...(input as [Blob, PageEdit, PageLimits]));
    case 'bind':
      return photoTasks.bind(...(input as [readonly Blob[]]));
  }
}

function send(answered: PhotoAnswer): void {
  const value = 'value' in answered ? answered.value : null;
  const pictures = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const transfer = pictures.filter((part) => part instanceof ImageBitmap);
  self.postMessage(answered, { transfer });
}
