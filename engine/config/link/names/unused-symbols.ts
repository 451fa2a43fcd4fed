/** Reports flags, facts, roles, named days and pictures that nothing uses, by the uses that linking has recorded. */
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { child, type Cursor, entries, isPresent, rootOf, spanOf } from '../input/cursor.ts';
import { baseName, type FilesByKind } from '../input/files.ts';
import type { SymbolKind, SymbolUse } from '../input/symbol-use.ts';

interface DeclaredSymbol {
  readonly kind: SymbolKind;
  /** The record type that it belongs to; null: the whole portal. */
  readonly of: string | null;
  readonly name: string;
  readonly at: Cursor;
}

/** A warning for each that has no use. @param uses every use of a name in the configuration */
export function unusedSymbols(files: FilesByKind, uses: readonly SymbolUse[]): Diagnostic[] {
  const used = new Set(uses.map(({ kind, of, name }) => keyOf(kind, of, name)));
  const isUsed = ({ kind, of, name }: DeclaredSymbol) =>
    used.has(keyOf(kind, of, name)) || used.has(keyOf(kind, null, name));
  return declaredSymbols(files)
    .filter((one) => !isUsed(one))
    .map(({ kind, name, at }) =>
      createDiagnostic('name/unused', spanOf({ ...at, value: {} }), { kind, name }),
    );
}

function declaredSymbols(files: FilesByKind): DeclaredSymbol[] {
  const roots = [...files.portal, ...files.department].map(rootOf);
  const declared = roots.flatMap((root) => [
    ...entries(child(root, 'flags')),
    ...entries(child(root, 'derived')),
  ]);
  // A flag with `as` is a part of the answer about the account that signed in, which other programs read.
  const answered = new Set(declared.flatMap(([name, at]) => (isPresent(child(at, 'as')) ? [name] : [])));
  const flags = declared
    .filter(([name]) => !answered.has(name))
    .map(([name, at]): DeclaredSymbol => ({ kind: 'flag', of: null, name, at }));
  const ofRecords = files.record.flatMap((file) => {
    const of = baseName(file);
    const below = (key: string, kind: SymbolKind) =>
      entries(child(rootOf(file), key)).map(([name, at]): DeclaredSymbol => ({ kind, of, name, at }));
    // Every record has an owner, whether or not a rule names the role.
    return [...below('derived', 'fact'), ...below('parties', 'role').filter(({ name }) => name !== 'owner')];
  });
  const days = files.days
    .flatMap((file) => entries(child(rootOf(file), 'named')))
    .map(([name, at]): DeclaredSymbol => ({ kind: 'day', of: null, name, at }));
  return [...flags, ...ofRecords, ...days];
}

function keyOf(...parts: readonly (string | null)[]): string {
  return parts.join('\n');
}
