/** Finds what a person means by a kind and a name. */
import type { SymbolKind } from '../config/link/input/symbol-use.ts';
import type { NameIndex, NameSymbol } from './name-index.ts';

/**
 * @param name as other places write it, or with its owner: `permit.review`, `permit: phone`. A question's owner may be
 * the form, or the type or kind that asks it
 */
export function findSymbols({ symbols }: NameIndex, kind: SymbolKind, name: string): NameSymbol[] {
  const kinds: readonly SymbolKind[] = kind === 'item' ? ['item', 'paper'] : [kind];
  const ofKind = symbols.filter((one) => kinds.includes(one.kind));
  const exact = ofKind.filter((one) => one.name === name);
  if (exact.length > 0) return exact;
  const [, owner, path] = /^(.+?): (.+)$/.exec(name) ?? [];
  if (kind === 'question' && owner !== undefined) {
    const forms = formsOf(symbols, owner);
    const asked = ofKind.filter((one) => forms.some((form) => one.name === `${form}: ${path}`));
    if (asked.length > 0) return asked;
  }
  return ofKind.filter((one) => one.key === name || (kind === 'question' && pathOf(one) === name));
}

function pathOf({ name, of }: NameSymbol): string {
  return name.slice((of ?? '').length + 2);
}

/** The forms that a record type or a requirement kind uses. */
function formsOf(symbols: readonly NameSymbol[], owner: string): string[] {
  const places = symbols.filter(({ kind, name }) => name === owner && (kind === 'type' || kind === 'kind'));
  const files = new Set(places.map(({ at }) => at.file.path));
  return symbols.flatMap((one) =>
    one.kind === 'form' && one.uses.some(({ file }) => files.has(file)) ? [one.key] : [],
  );
}
