/**
 * The keys that a condition may use at its place: a guard never sees a record, and a trigger or a migration never sees a
 * visitor.
 */
import type { Cursor } from '../input/cursor.ts';

export type Where = 'guard' | 'access' | 'needs' | 'fee' | 'trigger' | 'migration';

export interface ConditionPlace {
  readonly where: Where;
  /** The record type of `state`, `field` and `did`; null if it may be any. */
  readonly type: string | null;
  /** If any: the types that it is about, so that its names count as uses of theirs. */
  readonly about?: readonly string[];
  /** True for a condition on a parent or child, of which only the row and the records above are known. */
  readonly isRelative?: boolean;
  /** Further properties that `field` may name, such as those of a requirement kind's form. */
  readonly properties?: readonly Cursor[];
  /** True for a condition on a record that an answer names. */
  readonly isReferred?: boolean;
  /** True for the properties of a fragment alone: `field` may name questions of the forms that include it. */
  readonly isFragment?: boolean;
  /** Names of the transition's questions, for `input`; omitted if there are none. */
  readonly answers?: ReadonlySet<string>;
}

const guard = ['signedIn', 'department', 'can', 'flag', 'param', 'self', 'all', 'any', 'not'];
const ofRecord = [
  'office',
  'unit',
  'state',
  'kind',
  'field',
  'fact',
  'document',
  'children',
  'parent',
  'today',
];
const access = [...guard, 'party', ...ofRecord, 'did', 'unseen', 'link'];
const needs = [...access, 'input', 'form', 'checklist', 'place'];
const trigger = [
  'children',
  'parent',
  'lapsed',
  'unreachable',
  'expired',
  'created',
  'after',
  'today',
  'applies',
  'place',
  'all',
  'any',
  'not',
];

const migration = ['all', 'any', 'not', ...ofRecord];

const allowed: Readonly<Record<Where, ReadonlySet<string>>> = {
  guard: new Set(guard),
  access: new Set(access),
  needs: new Set(needs),
  fee: new Set([...needs, 'base', 'group']),
  trigger: new Set(trigger),
  migration: new Set(migration),
};

export function wordsAllowedIn(where: Where): ReadonlySet<string> {
  return allowed[where];
}

/** Where answers of a record are resolved: its type and the questions of its form. */
export type AnswerPlace = Pick<ConditionPlace, 'type' | 'properties'>;
