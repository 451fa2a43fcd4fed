/** Kinds of names as people call them. */
import { type SymbolKind, symbolKinds } from '../config/link/input/symbol-use.ts';
import { nounsOfNames } from '../portal/model/place.ts';

const nouns: Readonly<Partial<Record<SymbolKind, string>>> = {
  ...nounsOfNames,
  fact: 'derived value',
  set: 'set of requirement kinds',
  navigation: 'navigation group',
  day: 'named day',
  fee: 'fee schedule',
  line: 'fee line',
  table: 'fee table',
};

export const symbolNouns = Object.fromEntries(
  symbolKinds.map((kind) => [kind, nouns[kind] ?? kind]),
) as Readonly<Record<SymbolKind, string>>;
