/** Checks that a file is what its name claims, by its first bytes. The browser's media type is ignored. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';
import { HttpError, unprocessable } from '../http/errors.ts';
import { message } from '../../locales/message.ts';
import { fileMessages } from '../../locales/files.ts';
import { acceptsKind, kindOfName, type UploadRule } from '../../portal/access/upload-rule.ts';

export interface FileContent {
  readonly type: string;
  readonly sha256: Buffer;
  readonly bytes: number;
}

/** Plain text has no signature in its first bytes. */
const textTypes: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv' };

/**
 * Refuses by name and size, before any byte is sent.
 * @throws HttpError 413, 415 or 422
 */
export function requireFitting(
  file: { readonly name: string; readonly bytes: number },
  rule: UploadRule,
): void {
  if (file.bytes > rule.maxBytes) {
    const said = message(fileMessages.tooLarge, { size: { bytes: rule.maxBytes } });
    throw new HttpError({ status: 413, code: 'too-large', message: said });
  }
  if (file.bytes === 0) throw unprocessable({ file: [message(fileMessages.emptyFile)] });
  if (!acceptsKind(rule.accepts, kindOfName(file.name))) throw wrongKind(rule.accepts);
}

/** The media type of a file by its content, and the matching extension. */
export interface FoundKind {
  readonly ext: string;
  readonly mime: string;
}

/**
 * Reads the whole file.
 * @throws HttpError 415 if its content is of no accepted type, 422 if its name has the extension of another type
 */
export async function readKind(path: string, name: string, accepts: readonly string[]): Promise<FoundKind> {
  const found = await fileTypeFromFile(path);
  const kind = found === undefined ? await textKind(path, name) : { ...found, ext: found.ext as string };
  const ext = kind === null ? '' : kindOfName(`.${kind.ext}`);
  if (kind === null || !acceptsKind(accepts, ext)) throw wrongKind(accepts);
  if (ext !== kindOfName(name)) {
    const said = message(fileMessages.endingMismatch, {
      ending: kindOfName(name),
      kind: ext.toUpperCase(),
      right: ext,
    });
    throw unprocessable({ file: [said] });
  }
  return { ext, mime: kind.mime };
}

/** The stored facts about a file's content. */
export async function describeContent(path: string, type: string): Promise<FileContent> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { type, bytes, sha256: hash.digest() };
}

function wrongKind(accepts: readonly string[]): HttpError {
  const kinds = [...new Set(accepts.map((one) => kindOfName(`.${one}`).toUpperCase()))];
  const said = message(fileMessages.wrongKind, { kinds: { oneOf: kinds } });
  return new HttpError({ status: 415, code: 'file-kind', message: said });
}

async function textKind(path: string, name: string): Promise<FoundKind | null> {
  const mime = textTypes[kindOfName(name)];
  if (mime === undefined) return null;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      if (decoder.decode(chunk as Buffer, { stream: true }).includes('\0')) return null;
    }
    decoder.decode();
  } catch {
    return null;
  }
  return { ext: kindOfName(name), mime };
}
