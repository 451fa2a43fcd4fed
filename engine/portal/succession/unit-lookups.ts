/** Finds the lookups whose rows are units of records. */
import type { Portal } from '../model/portal.ts';
import { answerScopesOf } from './names-in.ts';
import { lookupOf } from './succeed-answers.ts';

/** @returns the lookups from which records of this type have their unit */
export function unitLookupsOf(portal: Portal, type: string): ReadonlySet<string> {
  return lookupsOf(portal, type, new Set());
}

function lookupsOf(portal: Portal, type: string, seen: Set<string>): ReadonlySet<string> {
  const of = portal.recordTypes[type];
  if (of === undefined || seen.has(type)) return new Set();
  seen.add(type);
  const { unit, parents } = of;
  if (unit === 'owner') {
    return new Set(Object.values(portal.departments).flatMap(({ units }) => (units === null ? [] : [units])));
  }
  if (unit === 'parent') return new Set(parents.flatMap((one) => [...lookupsOf(portal, one, seen)]));
  return new Set(
    unit.flatMap(({ ancestor, keys }) => lookupsOfAnswer(portal, ancestor ?? type, keys.join('.'))),
  );
}

function lookupsOfAnswer(portal: Portal, type: string, path: string): string[] {
  const sets = new Set(portal.recordTypes[type]?.kinds);
  const scopes = answerScopesOf(portal).filter(
    ({ name }) => name === type || sets.has(portal.kinds[name]?.set ?? ''),
  );
  return scopes.flatMap(({ questions }) =>
    questions.flatMap((one) => (one.path === path ? (lookupOf(one.uiSchema) ?? []) : [])),
  );
}
