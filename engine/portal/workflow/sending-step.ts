/** The step with which a new record is sent at once, for those who keep no draft of it: offices and people without an account. */
import { isDraft, recordTypeOf } from '../access/access.ts';
import { truthForVisitor } from '../access/visible-data.ts';
import { type KnownTruth, possible, testsOf } from '../conditions/possible.ts';
import type { RecordScope, Scope } from '../conditions/scope.ts';
import type { Visitor } from '../model/department.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordType } from '../model/record-type.ts';
import type { Transition } from '../model/workflow.ts';
import { actionsOf } from './transition.ts';

/** The step that sends the new record for this visitor; null: it stays in its first state. */
export function sendingStepOf(scope: RecordScope): Transition | null {
  const { portal, visitor, context } = scope;
  const { record } = context;
  const type = recordTypeOf(portal, record.type);
  if (type === null || !isDraft(portal, record) || keepsDrafts(type, visitor)) return null;
  return actionsOf(scope, (step) => isSending(portal, record.type, step))[0] ?? null;
}

/** Can this visitor create such a record and send it at once? The server decides by the record. */
export function maySendAtOnce({ portal, visitor }: Scope, type: RecordType): boolean {
  if (keepsDrafts(type, visitor)) return false;
  const ofVisitor = truthForVisitor({ portal, visitor });
  // Below a record of somebody else it belongs to them.
  const isOfOther = type.parents.length > 0;
  const known: KnownTruth = (test) =>
    isOfOther && (test.test === 'self' || (test.test === 'party' && test.role === 'owner'))
      ? false
      : ofVisitor(test);
  return possible(type.access.create, known).true && sendingSteps(portal, type.type, known).length > 0;
}

/** The steps out of the first state that can send a record at once, as far as is known of who takes them. */
export function sendingSteps(portal: Portal, type: string, known: KnownTruth): Transition[] {
  const { initial = '', transitions = {} } = portal.workflows[type] ?? {};
  if (!isDraft(portal, { type, state: initial })) return [];
  return Object.values(transitions).filter(
    (step) =>
      step.by !== null &&
      step.from.includes(initial) &&
      isSending(portal, type, step) &&
      possible(step.by, known).true,
  );
}

/** The draft is for its owner, who belongs to a department of owners. A form that opens an account has its own way. */
export function keepsDrafts({ account, parties }: RecordType, { signedIn, department }: Visitor): boolean {
  const owners = parties['owner']?.departments ?? [];
  return account !== null || (signedIn && (owners.length === 0 || owners.includes(department ?? '')));
}

/** It leads on, and needs nothing but the answers of the form and one person. */
function isSending(
  portal: Portal,
  type: string,
  { to, input, pick, books, quorum, needs }: Transition,
): boolean {
  const { initial, states = {} } = portal.workflows[type] ?? {};
  const target = states[to];
  if (target === undefined || to === initial || target.isFinal || target.tone === 'bad') return false;
  const isBare = input === null && pick === null && books === null && quorum === null;
  return (
    isBare && !needs.some(({ condition }) => testsOf(condition).some(({ test }) => test === 'checklist'))
  );
}
