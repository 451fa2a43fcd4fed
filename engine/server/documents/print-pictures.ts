/** The pictures of a document as local files, which the child process that prints can open. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { readSignature } from '../account-pictures/signatures.ts';
import type { Application } from '../kernel/application.ts';
import { workFolder } from '../storage/work-folder.ts';
import { type DocumentRow, picturesOn } from './open-document.ts';

/**
 * Copies the pictures out of the file store for as long as `print` runs. A picture that cannot be read is left out.
 * @param print receives the id of each file and its path
 */
export async function withPictures<Printed>(
  { fileStore, settings, database }: Pick<Application, 'fileStore' | 'settings' | 'database'>,
  log: FastifyBaseLogger,
  content: Pick<DocumentRow['content'], 'blocks'>,
  print: (pictures: ReadonlyMap<string, string>) => Promise<Printed>,
): Promise<Printed> {
  const folder = workFolder(settings.dataDirectory);
  const pictures = new Map<string, string>();
  try {
    for (const { id, is } of picturesOn(content)) {
      if (pictures.has(id)) continue;
      const path = join(folder, `${id}.${randomUUID()}`);
      pictures.set(id, path);
      const read =
        is === 'signature'
          ? readSignature(database, id).then((picture) => writeFile(path, picture ?? '', { mode: 0o600 }))
          : fileStore.get(id).then((file) => pipeline(file, createWriteStream(path, { mode: 0o600 })));
      await read.catch((error: unknown) =>
        log.warn({ err: error, file: id }, 'a picture of a document is missing'),
      );
    }
    return await print(pictures);
  } finally {
    await Promise.all(pictures.values().map((path) => rm(path, { force: true })));
  }
}
