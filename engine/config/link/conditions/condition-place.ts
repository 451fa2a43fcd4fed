/** Which words a condition may use depends on where it stands: a guard never sees a record, a trigger never sees a visitor. */
import type { Cursor } from '../reading/cursor.ts';

export type Where = 'guard' | 'access' | 'needs' | 'fee' | 'trigger';

export interface ConditionPlace {
  readonly where: Where;
  /** Record type that `state`, `field` and `did` are about; null where it may be any. */
  readonly type: string | null;
  /** Only the record's row and what stands above it are known: it stands above or below the one that is asked about. */
  readonly isRelative?: boolean;
  /** The properties of a form that `field` may name besides, such as a requirement kind's own. */
  readonly properties?: readonly Cursor[];
  /** Names of what the transition asks, for `input`; left out where nothing is asked. */
  readonly answers?: ReadonlySet<string>;
}

const guard = ['signedIn', 'department', 'can', 'flag', 'param', 'self', 'all', 'any', 'not'];
const access = [
  ...guard,
  'party',
  'office',
  'unit',
  'state',
  'kind',
  'field',
  'fact',
  'document',
  'children',
  'parent',
  'did',
  'unseen',
  'today',
  'link',
];
const needs = [...access, 'input', 'form', 'checklist'];
const trigger = ['children', 'parent', 'lapsed', 'expired', 'after', 'today', 'applies', 'all', 'any', 'not'];

const allowed: Readonly<Record<Where, ReadonlySet<string>>> = {
  guard: new Set(guard),
  access: new Set(access),
  needs: new Set(needs),
  fee: new Set([...needs, 'base', 'group']),
  trigger: new Set(trigger),
};

export function wordsAllowedIn(where: Where): ReadonlySet<string> {
  return allowed[where];
}

/** Where the answers of a record are named: its type and the questions of its form. */
export type AnswerPlace = Pick<ConditionPlace, 'type' | 'properties'>;
