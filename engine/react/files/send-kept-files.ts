/** Sends the files of a record that wait on this device, also while no page of the record is open. */
import { alone, isKept, type KeptFile, keptFiles } from '../chosen-files/kept-files.ts';
import { startUpload, type UploadTarget } from './upload.ts';

/**
 * Waits for uploads that a page has begun. What the server refuses is forgotten, as on the page.
 * @param record `type/slug`
 * @returns false if the server cannot be reached
 */
export async function sendKeptFiles(
  client: UploadTarget['client'],
  record: string,
  files: readonly KeptFile[],
): Promise<boolean> {
  for (const one of files) {
    const [, , item = ''] = one.key.split('|');
    let isReached = true;
    await alone(one.key, async () => {
      if (!(await isKept(one.key))) return;
      isReached = await upload({ client, place: { record, item } }, one);
      if (isReached) await keptFiles(one.key).remove(one.key);
    });
    if (!isReached) return false;
  }
  return true;
}

/** @returns whether the server has answered */
async function upload(target: UploadTarget, { file }: KeptFile): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const running = await startUpload(target, file, {
    onProgress: () => {},
    onDone: () => resolve(true),
    onError: (_, isFinal) => resolve(isFinal),
    onWaiting: () => resolve(false),
  });
  const isReached = await promise;
  if (!isReached) await running.pause();
  return isReached;
}
