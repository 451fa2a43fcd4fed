/** The words of a portal's texts. Attackers try these first on its accounts. */
import type { Portal } from '../../portal/model/portal.ts';

const SHORTEST = 3;
const MOST = 20_000;

const kept = new WeakMap<Portal, readonly string[]>();

/** @returns in lower case: first the organisation and its places, then the words of kinds, then all others */
export function wordsOfPortal(portal: Portal): readonly string[] {
  const known = kept.get(portal);
  if (known !== undefined) return known;
  const { title, departments, lookups, kinds, sets, recordTypes } = portal;
  const places = Object.values(lookups).flatMap(({ rows }) => rows.map(({ label }) => label));
  const titles = [kinds, sets, recordTypes].flatMap((named) =>
    Object.values(named).map((one: { readonly title: string }) => one.title),
  );
  const names = [title, portal.demonstration.domain, ...textsIn(departments), ...places, ...titles];
  const words = new Set([...names.flatMap(wordsOfName), ...textsIn(portal).flatMap(wordsIn)]);
  const all = [...words].slice(0, MOST);
  kept.set(portal, all);
  return all;
}

/** The words of a name, and the words joined: `San Isidro` gives `san`, `isidro` and `sanisidro`. */
export function wordsOfName(name: string): string[] {
  const words = wordsIn(name);
  return words.length > 1 && words.length <= 4 ? [...words, words.join('')] : words;
}

function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
