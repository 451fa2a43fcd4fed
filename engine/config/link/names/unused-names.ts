/** Reports names that nothing uses, by the uses that linking has recorded. */
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ParsedFile } from '../../source/source.ts';
import { readSchemas } from '../../validate/read-schemas.ts';
import { child, type Cursor, entries, isPresent, rootOf, spanOf } from '../input/cursor.ts';
import type { FilesByKind } from '../input/files.ts';
import type { SymbolKind, SymbolUse } from '../input/symbol-use.ts';
import { type Declaration, declarationsIn } from './declarations.ts';

/**
 * Kinds of names that exist only to be used elsewhere, with what people call them. Other checks report the rest: a
 * notice is used if a step sends it, a page if somebody can open it.
 */
const nouns: Readonly<Partial<Record<SymbolKind, string>>> = {
  group: 'group',
  guard: 'guard',
  chain: 'chain',
  message: 'message',
  constant: 'constant',
  navigation: 'navigation group',
  format: 'format',
  lookup: 'lookup',
  form: 'form',
  list: 'list',
  flag: 'flag',
  fact: 'fact',
  role: 'role',
  day: 'day',
};

/** A warning for each name without a use. @param uses every use of a name in the configuration */
export function unusedNames(files: FilesByKind, uses: readonly SymbolUse[]): Diagnostic[] {
  const all = Object.values(files).flat();
  // Requirement kinds, which may be thousands, declare none of these.
  const declared = all.filter(({ kind }) => kind !== 'requirement-kind').flatMap(declarationsIn);
  // A flag with `as` is a part of the answer about the account that signed in, which other programs read.
  const answered = new Set(declared.flatMap(({ key, at }) => (isPresent(child(at, 'as')) ? [key] : [])));
  const counted = uses.filter(({ kind }) => nouns[kind] !== undefined);
  const used = new Set(counted.map(({ kind, of, name }) => keyOf(kind, of, name)));
  const isUsed = ({ kind, of, key }: Declaration) =>
    used.has(keyOf(kind, of, key)) ||
    used.has(keyOf(kind, null, key)) ||
    namesOfEngine(kind).includes(key) ||
    (kind === 'flag' && answered.has(key));
  // Several departments may declare a constant of the same name.
  const unused = new Map(
    declared
      .filter((one) => nouns[one.kind] !== undefined && !isUsed(one))
      .toReversed()
      .map((one) => [keyOf(one.kind, one.of, one.key), one]),
  );
  return [
    ...[...unused.values()].map(({ kind, key, at }) => unusedName(nounOf(kind, at), key, at)),
    ...all.flatMap(unusedFragments),
  ];
}

let ofTheEngine: Partial<Record<SymbolKind, readonly string[]>> | null = null;

/** Names that the engine reads, whether or not the configuration uses them: the schema lists them. */
function namesOfEngine(kind: SymbolKind): readonly string[] {
  if (ofTheEngine === null) {
    const keys = readSchemas().get('portal')?.['properties'];
    const listed = (key: string) => Object.keys(keys?.[key]?.properties ?? {});
    // Every record has an owner.
    ofTheEngine = { constant: listed('constants'), message: listed('messages'), role: ['owner'] };
  }
  return ofTheEngine[kind] ?? [];
}

function nounOf(kind: SymbolKind, { file }: Cursor): string {
  return kind === 'constant' && file.kind === 'department' ? 'office constant' : (nouns[kind] ?? kind);
}

/** Parts of a form that no question of the form refers to. */
function unusedFragments(file: ParsedFile): Diagnostic[] {
  if (file.kind !== 'form' && file.kind !== 'requirement-kind') return [];
  // Few forms have parts. A backslash may write the word in another way.
  if (file.layers === undefined && !/\$defs|\\/.test(file.text)) return [];
  const form = file.kind === 'form' ? rootOf(file) : child(rootOf(file), 'form');
  const fragments = entries(child(form, '$defs'));
  const text = fragments.length === 0 ? '' : JSON.stringify(form.value);
  return fragments
    .filter(([name]) => !['"', '/'].some((end) => text.includes(`"#/$defs/${name}${end}`)))
    .map(([name, at]) => unusedName('part of the form', name, at));
}

function unusedName(kind: string, name: string, at: Cursor): Diagnostic {
  return createDiagnostic('name/unused', spanOf({ ...at, value: {} }), { kind, name });
}

function keyOf(...parts: readonly (string | null)[]): string {
  return parts.join('\n');
}
