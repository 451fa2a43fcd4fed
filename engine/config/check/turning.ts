/** Which tests may answer otherwise while records change by themselves at one moment: all others stay as they are. */
import type { Condition, FieldPath } from '../../portal/condition.ts';
import type { DerivedValue } from '../../portal/derived.ts';
import type { Effect } from '../../portal/effect.ts';
import type { Portal } from '../../portal/portal.ts';
import { testsOf } from './possible.ts';

export interface Turning {
  readonly portal: Portal;
  /** The record type whose states change. */
  readonly type: string;
  /** What the steps do on the way. */
  readonly effects: readonly Effect[];
  /** The types whose records change at the same time. */
  readonly types: ReadonlySet<string>;
}

/** May the test answer otherwise after some of these steps? */
export function mayTurn(test: Condition, turning: Turning): boolean {
  const { effects, types } = turning;
  switch (test.test) {
    case 'lapsed':
    case 'after':
      return true;
    case 'expired':
      return issues(effects);
    case 'children': {
      const { every, any } = test.quantifier;
      return changesBelow(test.type, turning) || [every, any].some((one) => one !== null && readsParent(one));
    }
    case 'parent':
      return parentsOf(turning).some((one) => (test.type === null || test.type === one) && types.has(one));
    case 'applies':
      return parentsOf(turning).some((one) => types.has(one));
    case 'compare':
      return turnsCompared(test, turning);
    default:
      return false;
  }
}

function turnsCompared({ subject, operand }: Extract<Condition, { test: 'compare' }>, turning: Turning): boolean {
  if ('field' in operand && turnsField(operand.field, turning)) return true;
  switch (subject.from) {
    case 'record':
      return subject.name === 'state' && turning.types.has(turning.type);
    case 'document':
      return issues(turning.effects);
    case 'field':
      return turnsField(subject.path, turning);
    case 'fact':
      return turnsFact(subject.name, turning);
    default:
      return false;
  }
}

/** Only an assessment is written without anybody's answer. */
function turnsField({ ancestor, keys }: FieldPath, { effects, type, types }: Turning): boolean {
  if (ancestor !== null && ancestor !== type) return types.has(ancestor);
  return keys[0] === 'assessment' && effects.some(({ effect }) => effect === 'assess');
}

function turnsFact(name: string, turning: Turning): boolean {
  const { portal, type } = turning;
  const own = portal.recordTypes[type]?.derived[name];
  if (own !== undefined) return turnsDerived(own, turning);
  // A record above counts its own children: this one among them.
  return aboveOf(portal, type).some((above) => {
    const derived = portal.recordTypes[above]?.derived[name];
    return derived !== undefined && turnsDerived(derived, { ...turning, type: above });
  });
}

function turnsDerived(derived: DerivedValue, turning: Turning): boolean {
  switch (derived.measure) {
    case 'count':
    case 'exists':
    case 'total':
    case 'latest':
    case 'earliest':
      return changesBelow(derived.of, turning);
    case 'sum':
      return [derived.of, derived.less].some((path) => path !== null && turnsField(path, turning));
    case 'union':
      return turnsField(derived.of, turning);
    case 'less':
      return turnsDerived(derived.of, turning) || turnsDerived(derived.less, turning);
    case 'percent':
      return turnsDerived(derived.part, turning) || turnsDerived(derived.of, turning);
    case 'cases':
      return derived.cases.some(({ when }) => testsOf(when).some((test) => mayTurn(test, turning)));
  }
}

function changesBelow(type: string, { effects, types }: Turning): boolean {
  return types.has(type) || effects.some((one) => one.effect === 'create' && one.type === type);
}

function issues(effects: readonly Effect[]): boolean {
  return effects.some(({ effect }) => effect === 'document' || effect === 'revoke');
}

function readsParent(condition: Condition): boolean {
  return testsOf(condition).some(({ test }) => test === 'parent');
}

function parentsOf({ portal, type }: Turning): readonly string[] {
  return aboveOf(portal, type);
}

/** All types that a record of this one may stand below. */
export function aboveOf({ recordTypes }: Pick<Portal, 'recordTypes'>, type: string): string[] {
  const found = new Set<string>(recordTypes[type]?.parents ?? []);
  for (const one of found) for (const parent of recordTypes[one]?.parents ?? []) found.add(parent);
  return [...found];
}
