/** Says a change in words, for a person who reads a plan. */
import type { Recipients } from '../portal/model/workflow.ts';
import type { ConfigurationChange, KeyChange } from './change.ts';
import { isDigest, isPlainMap, type PlainMap, sayValue, wordsOfKey } from './say-value.ts';

/** One line for each difference: `when: always → field: area, above: 100`. */
export function sayKeys({ keys }: Pick<ConfigurationChange, 'keys'>): readonly string[] {
  const title = keys.find(({ key }) => key === 'title');
  return keys.filter((one) => !isRepeated(one, title)).flatMap(sayKey);
}

/** Without words of their own, requesters read the title. */
function isRepeated({ key, before, after }: KeyChange, title: KeyChange | undefined): boolean {
  return key === 'titleForRequesters' && before === title?.before && after === title?.after;
}

function sayKey({ key, before, after }: KeyChange): readonly string[] {
  if (key === 'isOptional') return [`required: ${sayValue(before === false)} → ${sayValue(after === false)}`];
  return sayBetween(named('', key), before, after);
}

/** Down to where the two differ: a long map is not told whole. */
function sayBetween(name: string, before: unknown, after: unknown): readonly string[] {
  if (Array.isArray(before) && Array.isArray(after)) return sayMembers(name, before, after);
  if (isRecipients(before) && isRecipients(after))
    return sayMembers(name, recipientsOf(before), recipientsOf(after));
  if (isPlainMap(before) && isPlainMap(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys
      .filter((key) => !isSame(before[key], after[key]))
      .flatMap((key) => sayBetween(named(name, key), before[key], after[key]));
  }
  const head = name === '' ? '' : `${name}: `;
  if (isDigest(before) && isDigest(after)) return [`${head}another one`];
  if (isText(before) && isText(after)) return [`${head}${sayTexts(before, after)}`];
  return [`${head}${sayValue(before)} → ${sayValue(after)}`];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Keys that say only how the portal keeps a value. */
const silent: ReadonlySet<string> = new Set(['is', 'value', 'part', 'rate']);

function named(name: string, key: string): string {
  if (silent.has(key)) return name;
  return name === '' ? wordsOfKey(key) : `${name}, ${wordsOfKey(key)}`;
}

function sayMembers(name: string, before: readonly unknown[], after: readonly unknown[]): readonly string[] {
  const [was, is] = [before, after].map((all) => new Map(all.map((one) => [JSON.stringify(one), one])));
  const [lost, added] = [withoutKeys(was, is), withoutKeys(is, was)];
  const head = name === '' ? '' : `${name}: `;
  if (added.length + lost.length === 0)
    return [
      before.length === after.length
        ? `${head}in another order, ${sayFew(after)}`
        : `${head}${sayFew(before)} → ${sayFew(after)}`,
    ];
  const pairs = pairsOf(lost, added);
  const [left, right] = [0, 1].map((side) => new Set<unknown>(pairs.map((pair) => pair[side])));
  return [
    ...pairs.flatMap(([one, other]) => sayBetween(joined(name, other), one, other)),
    ...saySome(
      `${head}- `,
      lost.filter((one) => left?.has(one) !== true),
    ),
    ...saySome(
      `${head}+ `,
      added.filter((one) => right?.has(one) !== true),
    ),
  ];
}

function withoutKeys(
  all: ReadonlyMap<string, unknown> = new Map(),
  others: ReadonlyMap<string, unknown> = new Map(),
): readonly unknown[] {
  return [...all].flatMap(([key, one]) => (others.has(key) ? [] : [one]));
}

/** Of a long list, the first members and how many more. */
function saySome(head: string, members: readonly unknown[]): readonly string[] {
  const shown = members.length > mostMembers ? members.slice(0, mostMembers - 1) : members;
  const more = members.length - shown.length;
  return [
    ...shown.map((one) => `${head}${sayValue(one)}`),
    ...(more === 0 ? [] : [`${head}and ${more} more`]),
  ];
}

function sayFew(members: readonly unknown[]): string {
  const shown = members.slice(0, mostMembers).map(sayValue).join(', ');
  return members.length > mostMembers ? `${shown}, …` : shown;
}

const mostMembers = 6;

type Pair = readonly [before: PlainMap, after: PlainMap];

/** Members that are the same thing, with something else in it. */
function pairsOf(lost: readonly unknown[], added: readonly unknown[]): readonly Pair[] {
  let [old, now] = [lost.filter(isPlainMap), added.filter(isPlainMap)];
  const pairs: Pair[] = [];
  const pair = (isSameThing: (one: PlainMap, other: PlainMap) => boolean) => {
    for (const one of old) {
      const same = now.filter((other) => isSameThing(one, other));
      const isOnly = old.filter((other) => same[0] !== undefined && isSameThing(other, same[0])).length === 1;
      if (same[0] !== undefined && same.length === 1 && isOnly) pairs.push([one, same[0]]);
    }
    const paired = new Set(pairs.flat());
    [old, now] = [old, now].map((all) => all.filter((one) => !paired.has(one))) as [PlainMap[], PlainMap[]];
  };
  for (const key of identities)
    pair((one, other) => wordAt(one, key) !== null && wordAt(one, key) === wordAt(other, key));
  // Blocks and effects have no names: the only one of its kind is the same.
  pair((one, other) => kindOf(one) === kindOf(other) && (kindOf(one) !== '' || identityOf(one) === null));
  return pairs;
}

/** In this order, what a member of a list is known by. */
const identities = [
  'label',
  'title',
  'name',
  'id',
  'key',
  'value',
  'day',
  'limit',
  'notice',
  'message',
] as const;

/** @returns null: it has no such word */
function wordAt(member: PlainMap, key: (typeof identities)[number]): string | null {
  const { part } = member;
  const said = member[key];
  if (typeof said === 'string' && said !== '') return said;
  return isPlainMap(part) ? wordAt(part, key) : null;
}

/** @returns null: nothing names it */
function identityOf(member: PlainMap): string | null {
  return identities.map((key) => wordAt(member, key)).find((word) => word !== null) ?? null;
}

/** The kind of block or effect, which is another thing if it differs. */
function kindOf(member: PlainMap): string {
  const { effect, block, part } = member;
  const own = [effect, block].find((one) => typeof one === 'string');
  if (typeof own === 'string') return wordsOfKey(own);
  return isPlainMap(part) ? kindOf(part) : '';
}

function joined(name: string, member: PlainMap): string {
  const identity = identityOf(member);
  const kind = kindOf(member);
  const words = [kind, identity === null ? '' : `"${identity}"`].filter((one) => one !== '').join(' ');
  return [name, words].filter((one) => one !== '').join(', ');
}

function isRecipients(value: unknown): value is Recipients {
  return isPlainMap(value) && 'isOffice' in value && 'parties' in value && 'departments' in value;
}

function recipientsOf({ parties, isOffice, departments }: Recipients): readonly string[] {
  return [...parties, ...(isOffice ? ['office'] : []), ...departments];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Of long texts, what differs with a few words around it. */
function sayTexts(before: string, after: string): string {
  if (Math.max(before.length, after.length) <= longText) return `${sayValue(before)} → ${sayValue(after)}`;
  const [was, is] = [before.split(/\s+/), after.split(/\s+/)];
  const least = Math.min(was.length, is.length);
  let start = 0;
  while (start < least && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < least - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const part = (words: readonly string[]): string => {
    const [from, to] = [
      Math.max(0, start - wordsAround),
      Math.min(words.length, words.length - end + wordsAround),
    ];
    const shown = sayValue(words.slice(from, to).join(' '));
    return `${from > 0 ? '… ' : ''}${shown}${to < words.length ? ' …' : ''}`;
  };
  return `${part(was)} → ${part(is)}`;
}

const longText = 60;
const wordsAround = 3;
