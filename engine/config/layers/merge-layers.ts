/** Merges the layers of a configuration: its own files over those of the base that it extends, and so on. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import { createDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ParseResult } from '../parse/parse-file.ts';
import type { FileKind, ParsedFile } from '../source/source.ts';
import { isBaseName } from './layer-names.ts';
import { type LayerWord, layerWordOf, withoutLayerWord } from './layer-word.ts';
import { appendFiles, mergeFiles, type RemovedName } from './merge-files.ts';
import { withOwnSettings } from './own-settings.ts';

/** A parsed file of one layer. Its name is the one below the folder of the layer. */
export interface LayerFile extends ParseResult {
  /** As `../province`; null: the configuration itself. */
  readonly base: string | null;
}

export interface MergedLayers {
  /** The layers, from the farthest base to the configuration itself (null). */
  readonly order: readonly (string | null)[];
  readonly parsed: readonly ParseResult[];
  readonly removed: readonly RemovedName[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws: what does not fit is a diagnostic. Of files without a base, only the key `layer` is looked at. */
export function mergeLayers(files: readonly LayerFile[]): MergedLayers {
  const removed: RemovedName[] = [];
  const diagnostics: Diagnostic[] = [];
  let merged: ReadonlyMap<string, ParseResult> = new Map();
  const layers = layersOf(files).toReversed();
  for (const layer of layers) {
    const laid = layOver(merged, layer);
    merged = laid.files;
    removed.push(...laid.removed);
    diagnostics.push(...laid.diagnostics);
  }
  const order = layers.map(([first]) => first?.base ?? null);
  return { order, parsed: [...merged.values()], removed, diagnostics };
}

/** From the configuration itself to the farthest base. */
function layersOf(files: readonly LayerFile[]): (readonly LayerFile[])[] {
  const byBase = Map.groupBy(files, ({ base }) => base);
  const layers: (readonly LayerFile[])[] = [];
  const seen = new Set<string | null>();
  for (let base: string | null = null; !seen.has(base) && byBase.has(base);) {
    seen.add(base);
    const layer: readonly LayerFile[] = byBase.get(base) ?? [];
    layers.push(layer);
    const next = extendedBy(layer);
    if (next === null) break;
    base = next;
  }
  return layers;
}

function extendedBy(layer: readonly LayerFile[]): string | null {
  const portal = layer.find(({ file }) => file.kind === 'portal')?.file.value;
  const written = isMapping(portal) ? portal['extends'] : null;
  return typeof written === 'string' && isBaseName(written) ? written : null;
}

interface LaidFiles extends Pick<MergedLayers, 'removed' | 'diagnostics'> {
  readonly files: ReadonlyMap<string, ParseResult>;
}

function layOver(base: ReadonlyMap<string, ParseResult>, layer: readonly LayerFile[]): LaidFiles {
  const files = new Map(base);
  const removed: RemovedName[] = [];
  const diagnostics: Diagnostic[] = [];
  const hasBase = base.size > 0;
  for (const result of layer) {
    const { name } = result.file;
    const laid = layFile(base.get(name) ?? null, result, hasBase);
    diagnostics.push(...laid.diagnostics);
    removed.push(...laid.removed);
    if (laid.result === null) files.delete(name);
    else files.set(name, laid.result);
  }
  return { files, removed, diagnostics };
}

interface LaidFile extends Pick<MergedLayers, 'removed' | 'diagnostics'> {
  /** Null: it is left out. */
  readonly result: ParseResult | null;
}

function layFile(below: ParseResult | null, above: LayerFile, hasBase: boolean): LaidFile {
  const { file } = above;
  const word = layerWordOf(file);
  const nothing = { removed: [], diagnostics: [] };
  // The usual case, and that of thousands of files: nothing is looked up in them.
  if (word === null && below === null) return { ...nothing, result: above };
  const own = { ...above, file: withoutLayerWord(file) };
  const at = file.positions('/layer', 'key');
  // What the base says is sound: nothing follows from a word that is missing or means nothing.
  const asBelow = (why: Diagnostic): LaidFile => ({ result: below ?? own, removed: [], diagnostics: [why] });
  if (word?.is === 'not-understood') return asBelow(createDiagnostic('layer/not-understood', at, {}));
  if (below === null)
    return asBelow(createDiagnostic('layer/nothing-below', at, { name: file.name, hasBase }));
  if (!above.isWhole || !below.isWhole) return { ...nothing, result: own };
  // Losses of data add up, and a list has no room for the word.
  if (file.kind === 'gone')
    return { ...nothing, result: { ...own, file: appendFiles(below.file, own.file) } };
  const said = word ?? unsaid[file.kind] ?? null;
  if (said === null)
    return asBelow(createDiagnostic('layer/no-word', file.positions('', 'key'), { place: below.file.path }));
  if (said.is === 'whole') return { ...nothing, result: own };
  if (said.is === 'nothing') return leftOut(below.file, above.file);
  const merged = mergeFiles(below.file, withOwnSettings(own.file), said);
  return { ...merged, result: { ...own, file: merged.file } };
}

/** What a file means without the word. Programs that draw maps write the outlines of districts, and keep no other keys. */
const unsaid: Readonly<Partial<Record<FileKind, Exclude<LayerWord, { is: 'not-understood' }>>>> = {
  portal: { is: 'names', replace: [], remove: [] },
  district: { is: 'whole' },
};

function leftOut(below: ParsedFile, file: ParsedFile): LaidFile {
  const place = file.positions('/layer');
  const more = Object.keys(Object(file.value)).filter((key) => key !== 'layer');
  return {
    result: null,
    removed: [{ name: removedName(file.name), place, file: below, pointer: '' }],
    diagnostics: more
      .slice(0, 1)
      .map((key) => createDiagnostic('layer/more-than-removed', file.positions(`/${key}`, 'key'), { key })),
  };
}

/** As other files name it: `health/pool` for `requirements/health/pool.yaml`, `desk` for `departments/desk.yaml`. */
function removedName(name: string): string {
  const [folder = '', ...rest] = name.replace(/(?:\/set)?\.yaml$/, '').split('/');
  return rest.length === 0 ? folder : rest.join('/');
}
