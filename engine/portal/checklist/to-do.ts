/** Who has something to do about a record: its state, its parts and its own missing papers decide. */
import { isFor } from '../access/access.ts';
import { detourOf, isAmong, signersIn } from '../access/turns.ts';
import { signatureOf } from '../conditions/quorum.ts';
import type { RecordScope } from '../conditions/scope.ts';
import { availableItems, isChecklist } from './checklist.ts';

/**
 * For whom the record waits, as its state names it; null: for nobody. While its parts keep back every step on, it
 * waits for these instead, unless a paper of its own is missing too.
 */
export function waitsForOf(scope: RecordScope): string | null {
  const { portal, context } = scope;
  const { record, children } = context;
  const state = portal.workflows[record.type]?.states[record.state];
  const detour = detourOf(portal, record.type, record.state);
  const isKeptBack = detour?.keptBack.every((some) =>
    some.some((parts) => children.some((child) => isAmong(parts, child))),
  );
  if (detour === null || isKeptBack !== true || (detour.asksPapers && lacksPapers(scope)))
    return state?.waitsFor ?? null;
  return detour.waitsFor;
}

/** A paper is missing that the record's owner must send. */
export function lacksPapers(scope: RecordScope): boolean {
  return !isChecklist('filed', availableItems(scope));
}

/** Decides whether this visitor has something to do about the record: it waits for them, and its state is no end. */
export function isToDo(scope: RecordScope): boolean {
  const { portal, context } = scope;
  const { type, state } = context.record;
  const { isSettled = true, isFinal = true, waitsFor = null } = portal.workflows[type]?.states[state] ?? {};
  if (isSettled || isFinal) return false;
  const signers = signersIn(portal, type, state);
  if (signers === null) {
    const awaited = waitsForOf(scope);
    return awaited !== null && isFor(scope, awaited);
  }
  // Who has taken their part of a step waits for the others.
  if (signatureOf(scope, context.record) !== null) return false;
  return [waitsFor ?? [], signers].flat().some((role) => isFor(scope, role));
}
