/** The parts of a file whose entries have names, as the grammar says: these are added, replaced and removed by name. */
import { isMapping, mappingOf } from '../../portal/values/is-mapping.ts';
import { pointerTo } from '../../portal/values/pointer.ts';
import { placeOfKind } from '../validate/file-kinds.ts';
import { readSchemas } from '../validate/read-schemas.ts';
import type { FileKind, ParsedFile } from '../source/source.ts';

export interface NamedPart {
  /** As `layer` names it: the key of the part; of a file of names, the name of the file. */
  readonly name: string;
  /** Null: the file itself. */
  readonly key: string | null;
  /** The key with the name of an entry of a list; `itself`: the entry is a name; null: a mapping, whose keys are the names. */
  readonly namedBy: string | null;
}

export interface NamedEntry {
  readonly name: string;
  readonly value: unknown;
  readonly file: ParsedFile;
  readonly pointer: string;
}

let schemas: ReturnType<typeof readSchemas> | null = null;

/** In the place of a key: the entries of the list are names. */
export const itself = 'itself';

/** Everything else of a file is a setting, which has one value. */
export function namedPartsOf(kind: FileKind): readonly NamedPart[] {
  schemas ??= readSchemas();
  const schema = mappingOf(schemas.get(kind));
  if (isMapping(schema['additionalProperties']))
    return [{ name: placeOfKind(kind).replace(/\.yaml$/, ''), key: null, namedBy: null }];
  return Object.entries(mappingOf(schema['properties'])).flatMap(([key, part]): NamedPart[] => {
    const { 'x-named-by': namedBy, additionalProperties } = mappingOf(part);
    if (typeof namedBy === 'string') return [{ name: key, key, namedBy }];
    return isMapping(additionalProperties) ? [{ name: key, key, namedBy: null }] : [];
  });
}

/** The entries of the part in this file, in their order. An entry without its name has the empty name. */
export function entriesOf(file: ParsedFile, { key, namedBy }: NamedPart): NamedEntry[] {
  const root = mappingOf(file.value);
  const value = key === null ? root : root[key];
  const at = key === null ? [] : [key];
  if (namedBy === null) {
    return Object.entries(mappingOf(value)).map(([name, entry]) => ({
      name,
      value: entry,
      file,
      pointer: pointerTo(...at, name),
    }));
  }
  return (Array.isArray(value) ? value : []).map((entry: unknown, index) => ({
    name: String((namedBy === itself ? entry : mappingOf(entry)[namedBy]) ?? ''),
    value: entry,
    file,
    pointer: pointerTo(...at, index),
  }));
}
