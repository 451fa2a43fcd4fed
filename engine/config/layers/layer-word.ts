/** Reads what a file says about the file of the same name in the base: the key `layer`. */
import { isMapping } from '../../portal/values/is-mapping.ts';
import { pointerTo } from '../../portal/values/pointer.ts';
import type { ParsedFile, SourceSpan } from '../source/source.ts';

/** A name that a file lists under `replace` or `remove`. */
export interface ListedName {
  /** The part of the file that has it: `rows`. */
  readonly part: string;
  readonly name: string;
  readonly place: SourceSpan;
}

/** `whole`: instead of the file of the base. `nothing`: the file of the base is left out. `names`: it is changed by name. */
export type LayerWord =
  | { readonly is: 'whole' }
  | { readonly is: 'nothing' }
  | { readonly is: 'not-understood' }
  | { readonly is: 'names'; readonly replace: readonly ListedName[]; readonly remove: readonly ListedName[] };

const simple: Readonly<Record<string, LayerWord>> = {
  replace: { is: 'whole' },
  remove: { is: 'nothing' },
  add: { is: 'names', replace: [], remove: [] },
};

/** @returns null if the file says nothing */
export function layerWordOf(file: ParsedFile): LayerWord | null {
  if (!isMapping(file.value) || !Object.hasOwn(file.value, 'layer')) return null;
  const written = file.value['layer'];
  if (typeof written === 'string' && Object.hasOwn(simple, written))
    return simple[written] ?? { is: 'not-understood' };
  const isOfVerbs =
    isMapping(written) &&
    Object.keys(written).length > 0 &&
    Object.keys(written).every((verb) => verb === 'replace' || verb === 'remove');
  if (!isOfVerbs) return { is: 'not-understood' };
  const [replace, remove] = [listed(file, 'replace', written), listed(file, 'remove', written)];
  return replace === null || remove === null ? { is: 'not-understood' } : { is: 'names', replace, remove };
}

/** @returns null if it is not lists of names by part */
function listed(
  file: ParsedFile,
  verb: 'replace' | 'remove',
  written: Readonly<Record<string, unknown>>,
): ListedName[] | null {
  const parts = written[verb];
  if (parts === undefined) return [];
  if (!isMapping(parts)) return null;
  const found: ListedName[] = [];
  for (const [part, names] of Object.entries(parts)) {
    if (!Array.isArray(names)) return null;
    for (const [index, name] of names.entries()) {
      if (typeof name !== 'string') return null;
      found.push({ part, name, place: file.positions(pointerTo('layer', verb, part, index)) });
    }
  }
  return found;
}

/** The file without the key: what else reads it knows no layers. */
export function withoutLayerWord(file: ParsedFile): ParsedFile {
  if (!isMapping(file.value) || !Object.hasOwn(file.value, 'layer')) return file;
  const { layer: _, ...value } = file.value;
  return { ...file, value };
}
