/** The stages between text and portal. Each adds its diagnostics and never throws. */
import type { Additions } from '../extension/extension.ts';
import type { Picture } from '../portal/model/document.ts';
import type { Portal } from '../portal/model/portal.ts';
import { checkPortal } from './check/check-portal.ts';
import { createDiagnostic, type Diagnostic, errorsOf, hasErrors } from './diagnostics/diagnostic.ts';
import { blameMarks } from './diagnostics/field-marks.ts';
import { kindOfFile } from './validate/file-kinds.ts';
import { checkOnce, digestOfText } from './cache/compile-cache.ts';
import { linkPortal, type LinkOptions } from './link/link-portal.ts';
import { blameGroups, type Recheck } from './missing-members.ts';
import { layeredName } from './layers/layer-names.ts';
import type { RemovedName } from './layers/merge-files.ts';
import { type LayerFile, mergeLayers } from './layers/merge-layers.ts';
import { parseAhead } from './parse/parse-ahead.ts';
import { parseFile, type ParseResult } from './parse/parse-file.ts';
import { isPictureName, readPictures } from './pictures.ts';
import type { ParsedFile, SourceFile } from './source/source.ts';
import { validateFile } from './validate/validate-file.ts';

/** Files of the last run by path; a file with the same text is not parsed again. */
export type ParseCache = Map<string, LayerFile>;

interface Stage {
  readonly pictures: ReadonlyMap<string, Picture>;
  /** Merged from the layers of the configuration. */
  readonly parsed: readonly ParseResult[];
  /** What a layer leaves out of its base. */
  readonly removed: readonly RemovedName[];
  readonly portal: Portal | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Warnings of names that nothing uses, for a configuration without mistakes. */
  readonly unused: readonly Diagnostic[];
}

export function parseFiles(sources: readonly SourceFile[], cache: ParseCache | undefined): Stage {
  const diagnostics: Diagnostic[] = [];
  const files: LayerFile[] = [];
  const readable = sources.flatMap(
    (source) => attempt(source.path, diagnostics, () => [{ ...source, text: source.text }]) ?? [],
  );
  parseAhead(readable.flatMap(({ name, text }) => (isPictureName(name) ? [] : [text])));
  for (const source of readable) {
    const known = cache?.get(source.path);
    const file =
      known?.source === source.text ? known : attempt(source.path, diagnostics, () => parseSource(source));
    if (file) files.push(file);
  }
  cache?.clear();
  for (const file of files) cache?.set(file.file.path, file);
  const { order, parsed, removed, diagnostics: ofLayers } = mergeLayers(files);
  const inOrder = order.flatMap((base) => readable.filter(({ name }) => layeredName(name).base === base));
  const { pictures, diagnostics: ofPictures } = readPictures(inOrder);
  diagnostics.push(...files.flatMap((file) => file.diagnostics), ...ofLayers, ...ofPictures);
  return { parsed, removed, pictures, portal: null, diagnostics, unused: [] };
}

const validated = new WeakMap<ParsedFile, readonly Diagnostic[]>();

/** Validates the shape of each file that is valid YAML. */
export function validateFiles(stage: Stage): Stage {
  const found: Diagnostic[] = [];
  for (const { file, isWhole } of stage.parsed) {
    if (!isWhole) continue;
    const known = validated.get(file) ?? attempt(file.path, found, () => validateOnce(file)) ?? [];
    validated.set(file, known);
    found.push(...known);
  }
  return { ...stage, diagnostics: [...stage.diagnostics, ...withoutEchoes(found, stage)] };
}

function validateOnce(file: ParsedFile): readonly Diagnostic[] {
  let found: readonly Diagnostic[] = [];
  checkOnce(['shape', file.kind, digestOfText(file.text)], () => {
    found = validateFile(file);
    return found.length === 0;
  });
  return found;
}

/** Resolves every reference, even in files with mistakes, so that one run reports all mistakes. */
export function linkFiles(
  stage: Stage,
  additions?: Additions,
  asked: Pick<LinkOptions, 'uses' | 'conditions'> = {},
): Stage {
  const found: Diagnostic[] = [];
  const files = stage.parsed.map(({ file }) => file);
  const linked = attempt(pathOfPortal(files), found, () =>
    linkPortal(files, additions, { pictures: stage.pictures, ...asked }),
  );
  found.push(...blameMarks(linked?.diagnostics ?? []));
  return {
    ...stage,
    portal: linked?.portal ?? null,
    unused: linked?.unused ?? [],
    diagnostics: [...stage.diagnostics, ...withoutEchoes(found, stage)],
  };
}

/** Checks the whole portal over all departments, flags and routes. */
export function checkFiles(stage: Stage, additions?: Additions): Stage {
  const { portal, parsed } = stage;
  if (portal === null) return stage;
  const found: Diagnostic[] = [];
  const files = parsed.map(({ file }) => file);
  const isLinked = isSound(stage);
  const recheck: Recheck = (changed) => {
    const linked = linkPortal(changed, additions, { pictures: stage.pictures });
    return hasErrors(linked.diagnostics) ? null : checkPortal(linked.portal, changed);
  };
  const proved = attempt(pathOfPortal(files), found, () => {
    const proofs = checkPortal(portal, files, { isLinked });
    return isLinked ? blameMarks(blameGroups(proofs, files, recheck)) : proofs;
  });
  found.push(...(proved ?? []));
  if (isSound({ diagnostics: [...stage.diagnostics, ...found] })) found.push(...stage.unused);
  return { ...stage, diagnostics: [...stage.diagnostics, ...withoutEchoes(found, stage)] };
}

function parseSource(source: SourceFile): LayerFile | null {
  const { base, name } = layeredName(source.name);
  const kind = kindOfFile(name);
  return kind === null ? null : { ...parseFile({ ...source, name }, kind), base };
}

/** Returns the result, or null and a diagnostic if the engine itself failed. */
function attempt<T>(path: string, diagnostics: Diagnostic[], work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    diagnostics.push(createDiagnostic('file/internal', { file: path, line: 1, column: 1 }, { reason }));
    return null;
  }
}

/**
 * Removes diagnostics that only follow from a mistake of an earlier stage: at the same place, in a file that is not
 * YAML or in the wrong folder, and for names that such a file declares.
 */
function withoutEchoes(found: readonly Diagnostic[], { parsed, diagnostics }: Stage): Diagnostic[] {
  const broken = parsed.filter(({ isWhole }) => !isWhole).map(({ file }) => file);
  const misplaced = diagnostics.filter(({ code }) => code === 'file/wrong-place').map(({ file }) => file);
  const brokenPaths = new Set([...broken.map(({ path }) => path), ...misplaced]);
  const told = new Set(diagnostics.map(positionOf));
  const misread = diagnostics.filter(({ code }) => code.startsWith('yaml/') || code === 'schema/bad-key');
  const lines = new Set(errorsOf(misread).map(lineOf));
  // A warning must not hide an error.
  const doubtful = new Set(misread.map(lineOf));
  return found.filter(
    (one) =>
      !brokenPaths.has(one.file) &&
      !told.has(positionOf(one)) &&
      !(one.severity === 'error' ? lines : doubtful).has(lineOf(one)) &&
      !(broken.length > 0 && one.code.includes('/unknown') && isNamedIn(broken, one)),
  );
}

/** A file without content may have declared any name. The name may be a part of a path: `{accept.class}`. */
function isNamedIn(broken: readonly ParsedFile[], { message }: Diagnostic): boolean {
  const names = [...message.matchAll(/"([^"\s]+)"/g)].flatMap(([, path = '']) =>
    path
      .split(/[{}.:]+/)
      .filter(Boolean)
      .map((name) => `${name}:`),
  );
  return broken.some(({ text, value }) => value === null || names.some((name) => text.includes(name)));
}

function positionOf({ file, line, column }: Diagnostic): string {
  return `${file}\n${line}\n${column}`;
}

function lineOf({ file, line }: Diagnostic): string {
  return `${file}\n${line}`;
}

function pathOfPortal(files: readonly ParsedFile[]): string {
  return files.find(({ kind }) => kind === 'portal')?.path ?? 'portal.yaml';
}

function isSound({ diagnostics }: Pick<Stage, 'diagnostics'>): boolean {
  return !hasErrors(diagnostics);
}
