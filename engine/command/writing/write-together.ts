/** Writes all files of a change, or none: half of a rename has mistakes everywhere. */
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StartError } from '../../server/process/start-error.ts';
import { isFolder } from '../arguments.ts';
import { whyNotWritten } from './why-not-written.ts';

export interface WrittenFile {
  /** The file that is replaced; it may have another path. Null: there is none. */
  readonly before: { readonly path: string } | null;
  readonly after: { readonly path: string; readonly text: string | Uint8Array };
}

/** A file with two hidden ones: its new content beside it, and what is replaced beside that. */
interface StagedFile extends WrittenFile {
  readonly fresh: string;
  readonly kept: string;
}

/**
 * Writes all contents beside the files first, so that each file is whole even if the disk is full.
 * @throws StartError if one cannot be written; then all are as they were, or the error names those that are not
 */
export function writeTogether(writes: readonly WrittenFile[]): void {
  const [made, staged, begun]: [string[], StagedFile[], StagedFile[]] = [[], [], []];
  let path = '';
  try {
    for (const one of writes) {
      path = one.after.path;
      makeFolder(resolve(dirname(path)), made);
      const file = stagedFile(one);
      staged.push(file);
      stage(file);
    }
    for (const file of staged) {
      path = file.after.path;
      claim(file);
      begun.push(file);
      putInPlace(file);
    }
  } catch (error) {
    const lost = begun.toReversed().filter((file) => !isTakenBack(file));
    for (const { fresh } of staged) rmSync(fresh, { force: true });
    for (const { kept } of staged.filter((file) => !lost.includes(file))) rmSync(kept, { force: true });
    for (const folder of made.toReversed()) removeEmpty(folder);
    const reason = whyNotWritten(error, dirname(path));
    const left = lost.map(({ before, after }) => before?.path ?? after.path).join(', ');
    throw new StartError(
      `${path} cannot be written: ${reason}. ${left === '' ? 'Nothing was changed.' : `Could not be put back: ${left}.`}`,
      { cause: error },
    );
  }
  for (const { kept } of staged) rmSync(kept, { force: true });
}

/** Adds each folder that it makes: `mkdir` with `recursive` leaves some behind when it fails. */
function makeFolder(path: string, made: string[]): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path), made);
  mkdirSync(path);
  made.push(path);
}

/** If the path is a symbolic link, this replaces its target and keeps the link. */
function stagedFile({ before, after }: WrittenFile): StagedFile {
  const isLink = before?.path === after.path && lstatSync(after.path).isSymbolicLink();
  const path = isLink ? realpathSync(after.path) : after.path;
  const from = before === null || isLink ? path : before.path;
  return {
    before: before === null ? null : { path: from },
    after: { ...after, path },
    fresh: besideOf(path, 'new'),
    kept: besideOf(from, 'old'),
  };
}

function besideOf(path: string, word: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${word}`);
}

function stage({ before, after, fresh, kept }: StagedFile): void {
  if (before !== null) {
    copyFileSync(before.path, kept);
    // The new file has the permissions of the one before.
    copyFileSync(before.path, fresh);
  }
  writeFileSync(fresh, after.text);
}

/** Takes a new name. @throws if a file of this name has appeared meanwhile, which belongs to somebody else */
function claim({ before, after }: StagedFile): void {
  if (before?.path !== after.path) writeFileSync(after.path, '', { flag: 'wx' });
}

function putInPlace({ before, after, fresh }: StagedFile): void {
  renameSync(fresh, after.path);
  if (before !== null && before.path !== after.path) rmSync(before.path);
}

function isTakenBack({ before, after, kept }: StagedFile): boolean {
  try {
    if (before?.path !== after.path) rmSync(after.path, { force: true });
    if (before !== null) renameSync(kept, before.path);
    return true;
  } catch {
    return false;
  }
}

/** Somebody else may have put something there meanwhile: then it stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty.
  }
}
