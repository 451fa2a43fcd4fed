/** Reads the files of a configuration folder, within limits, and reports files that do not belong there. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { createDiagnostic, type Diagnostic } from './diagnostics/diagnostic.ts';
import { baseIn, isBaseName } from './layers/layer-names.ts';
import { isPictureName, largestPicture } from './pictures.ts';
import { isGoodId, isKnownFolder, kindOfFile, suggestPlace } from './validate/file-kinds.ts';
import type { SourceFile, SourceSpan } from './source/source.ts';

/** Bytes of one file: several times the largest lookup that people maintain by hand. */
const largestFile = 512 * 1024;
/** Files and folders: five times the largest configuration that was measured. */
const mostFiles = 10_000;

export interface ReadFiles {
  /** Empty if the folder cannot be read. */
  readonly files: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface FolderContents {
  readonly directory: string;
  /** The directory with symbolic links resolved. */
  readonly real: string;
  readonly files: SourceFile[];
  readonly diagnostics: Diagnostic[];
  /** The number of files and folders so far. */
  met: number;
}

/**
 * Reads the files of the folder, and those of the bases that it extends, under names such as
 * `../province/groups.yaml`. Never throws: a folder that cannot be read is a diagnostic.
 */
export function readFiles(directory: string): ReadFiles {
  const own = readLayer(directory);
  const files = [...own.files];
  const diagnostics = [...own.diagnostics];
  const seen = new Set([realPath(directory)]);
  for (let portal = portalOf(own); portal !== undefined;) {
    const extended = baseIn(portal.text);
    if (extended === null) break;
    const at = { file: portal.path, ...extended };
    const base = extended.written;
    // A layer without its base is no configuration: what else is wrong with it cannot be told.
    const refuse = (why: Diagnostic): ReadFiles => ({ files: [], diagnostics: [...diagnostics, why] });
    if (!isBaseName(base)) return refuse(createDiagnostic('layer/not-beside', at, { written: base }));
    const folder = join(directory, base);
    const real = realPath(folder);
    if (real === null)
      return refuse(createDiagnostic('layer/no-base', at, { base, reason: 'it does not exist' }));
    if (seen.has(real)) return refuse(createDiagnostic('layer/cycle', at, { base }));
    seen.add(real);
    const read = readLayer(folder);
    portal = portalOf(read);
    if (portal === undefined)
      return refuse(createDiagnostic('layer/no-base', at, { base, reason: 'it has no portal.yaml' }));
    files.push(...read.files.map((file) => ({ ...file, name: `${base}/${file.name}` })));
    diagnostics.push(...read.diagnostics);
  }
  return { files, diagnostics };
}

function portalOf({ files }: ReadFiles): SourceFile | undefined {
  return files.find(({ name }) => name === 'portal.yaml');
}

/** Null: there is no such folder. */
function realPath(directory: string): string | null {
  try {
    return realpathSync(directory);
  } catch {
    return null;
  }
}

/** The files of one folder. */
function readLayer(directory: string): ReadFiles {
  const diagnostics: Diagnostic[] = [];
  try {
    const folder: FolderContents = {
      directory,
      real: realpathSync(directory),
      files: [],
      diagnostics,
      met: 0,
    };
    readFolder('', folder);
    if (folder.met <= mostFiles) return { files: folder.files, diagnostics };
    const place = placeOf('', folder);
    return { files: [], diagnostics: [createDiagnostic('file/too-many', place, { limit: mostFiles })] };
  } catch (error) {
    const place = { file: shownPath(directory, ''), line: 1, column: 1 };
    diagnostics.push(createDiagnostic('file/no-folder', place, { reason: reasonOf(error) }));
    return { files: [], diagnostics };
  }
}

function readFolder(name: string, folder: FolderContents): void {
  const entries = readdirSync(join(folder.directory, name), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (isBeside(entry.name)) continue;
    const path = name === '' ? entry.name : `${name}/${entry.name}`;
    folder.met += 1;
    if (folder.met > mostFiles) return;
    readEntry(entry, path, folder);
  }
}

/** Files of editors, file managers and version control, and notes for people. */
function isBeside(name: string): boolean {
  return /^[.#]|~$|^README(?:\.md)?$|^4913$/i.test(name);
}

function readEntry(entry: Dirent, path: string, folder: FolderContents): void {
  const { directory, diagnostics } = folder;
  const place = placeOf(path, folder);
  try {
    if (entry.isSymbolicLink() && !leadsInside(join(directory, path), folder.real)) {
      diagnostics.push(createDiagnostic('file/outside', place, { name: path }));
    } else if (entry.isDirectory()) {
      if (isKnownFolder(path)) readFolder(path, folder);
      else diagnostics.push(unknownPlace(path, place));
    } else if (isPictureName(path)) {
      readPicture(path, place, folder);
    } else if (!/\.(?:ya?ml|geojson)$/i.test(path) || !(entry.isFile() || entry.isSymbolicLink())) {
      diagnostics.push(createDiagnostic('file/ignored', place, { name: path }));
    } else if (kindOfFile(path) === null) {
      diagnostics.push(unknownPlace(path, place));
    } else {
      readText(path, place, folder);
    }
  } catch (error) {
    diagnostics.push(createDiagnostic('file/unreadable', place, { reason: reasonOf(error) }));
  }
}

function unknownPlace(name: string, place: SourceSpan): Diagnostic {
  return createDiagnostic('file/unknown-place', place, { name, suggestion: suggestPlace(name) });
}

/** Links to folders are not followed, because they can form a cycle. */
function leadsInside(path: string, real: string): boolean {
  const target = realpathSync(path);
  return target.startsWith(real + sep) && statSync(target).isFile();
}

/** Its text is the picture in base64, as configurations are stored as texts. */
function readPicture(
  name: string,
  place: SourceSpan,
  { directory, files, diagnostics }: FolderContents,
): void {
  const path = join(directory, name);
  const { size } = statSync(path);
  if (!isGoodId(name)) diagnostics.push(createDiagnostic('file/bad-name', place, { name }));
  if (size > largestPicture) {
    diagnostics.push(createDiagnostic('file/too-large', place, { size, limit: largestPicture }));
    return;
  }
  files.push({ path: place.file, name, text: readFileSync(path).toString('base64') });
}

function readText(name: string, place: SourceSpan, { directory, files, diagnostics }: FolderContents): void {
  const path = join(directory, name);
  const { size } = statSync(path);
  if (!isGoodId(name)) diagnostics.push(createDiagnostic('file/bad-name', place, { name }));
  if (size > largestFile) {
    diagnostics.push(createDiagnostic('file/too-large', place, { size, limit: largestFile }));
    return;
  }
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) {
    files.push({ path: place.file, name, text });
    return;
  }
  const before = text.slice(0, Math.max(0, text.indexOf('\uFFFD'))).split('\n');
  const at = { ...place, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  diagnostics.push(createDiagnostic('yaml/not-utf8', at, {}));
}

function placeOf(name: string, { directory }: FolderContents): SourceSpan {
  return { file: shownPath(directory, name), line: 1, column: 1, length: 0 };
}

/** Relative to the working directory if it is inside of it, else as given. */
export function shownPath(directory: string, name: string): string {
  const path = join(directory, name);
  const inside = relative(process.cwd(), path);
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  return (isInside ? inside : path).split(sep).join('/');
}

/** Stored files, shown as if they were in this folder. */
export function filesShownIn(
  directory: string,
  files: readonly Pick<SourceFile, 'name' | 'text'>[],
): SourceFile[] {
  return files.map(({ name, text }) => ({ path: shownPath(directory, name), name, text }));
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'ENOTDIR') return 'it is not a folder';
  if (code === 'EACCES') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}
