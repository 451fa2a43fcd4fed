/** A condition as the parts that people edit: rows, groups of parts, and YAML. */
import { isMapping } from '../values/is-mapping.ts';

/** A text is YAML that has no rows. */
export type ConditionPart = string | ConditionRow | ConditionGroup;

/** A comparison, or a word with its value: `{ field: rooms, above: 3 }`. */
export type ConditionRow = Readonly<Record<string, unknown>>;

/** The parts of a list must all be true. They are written in one mapping, where that is possible. */
export type ConditionGroup = ConditionList | ListedAll | ListedAny | NegatedList;
export type ConditionList = readonly ConditionPart[];

interface ListedAll {
  readonly all: ConditionList;
}

interface ListedAny {
  readonly any: ConditionList;
}

/** Not all of these. */
interface NegatedList {
  readonly not: ConditionList;
}

export const conditionJoins = ['all', 'any', 'not'] as const;
export type ConditionJoin = (typeof conditionJoins)[number];

export function isConditionList(part: unknown): part is ConditionList {
  return Array.isArray(part);
}

export function isConditionGroup(part: unknown): part is ConditionGroup {
  return (
    isConditionList(part) || (isMapping(part) && conditionJoins.some((join) => Array.isArray(part[join])))
  );
}

export function readConditionGroup(group: ConditionGroup): {
  readonly join: ConditionJoin;
  readonly parts: ConditionList;
} {
  if (isConditionList(group)) return { join: 'all', parts: group };
  if ('all' in group) return { join: 'all', parts: group.all };
  return 'any' in group ? { join: 'any', parts: group.any } : { join: 'not', parts: group.not };
}

export function conditionGroup(join: ConditionJoin, parts: ConditionList): ConditionGroup {
  if (join === 'all') return parts;
  return join === 'any' ? { any: parts } : { not: parts };
}

/** The same group with other parts. */
export function withConditionParts(group: ConditionGroup, parts: ConditionList): ConditionGroup {
  if (isConditionList(group)) return parts;
  return 'all' in group ? { all: parts } : conditionGroup(readConditionGroup(group).join, parts);
}
