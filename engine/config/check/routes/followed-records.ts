/**
 * Checks records that people send without an account: the link with which they follow one, and that it never waits for
 * an owner whom it does not have.
 */
import { draftState } from '../../../portal/access/access.ts';
import { type KnownTruth, linkConditionOf, possible } from '../../../portal/conditions/possible.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { followPage } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reachedStates, waysOut } from '../../logic/reach.ts';
import { knownForVisitor } from '../../logic/visitor-facts.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkFollowedRecords(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const type of Object.values(portal.recordTypes)) {
    const name = type.type;
    const place = (...keys: string[]) => spanIn(context, { kind: 'record', name }, 'access', ...keys);
    const isBegun = isBegunByStrangers(portal, type);
    const states = isBegun ? statesOfNobody(portal, type) : [];
    if (states.length > 0) findings.add('follow/waits-for-nobody', place('create'), { name, states });
    const { follow } = type.access;
    if (follow === null) continue;
    if (!isBegun) findings.add('follow/never-begun', place('follow'), { name });
    if (followPage(portal) === null) findings.add('follow/no-page', place('follow'), { name });
    for (const field of follow.fields.filter((one) => isHidden(portal, type, one)))
      findings.add('follow/hidden-field', place('follow', 'fields'), { name: field, type: name });
  }
  return findings.all();
}

/** A record that opens an account belongs to it. */
function isBegunByStrangers(portal: Portal, type: RecordType): boolean {
  const known = knownForVisitor({ portal, visitor: signedOut, type });
  return type.account === null && possible(type.access.create, known).true;
}

/** The draft has a check of its own: somebody without an account cannot even return to it. */
function statesOfNobody(portal: Portal, { type }: RecordType): string[] {
  const workflow = portal.workflows[type];
  if (workflow === undefined) return [];
  const reached = reachedStates(workflow);
  return Object.values(workflow.states)
    .filter(({ key, waitsFor, isFinal }) => waitsFor === 'owner' && !isFinal && reached.has(key))
    .map(({ key }) => key)
    .filter((key) => key !== draftState(portal, type))
    .filter((key) => !waysOut(workflow, key).some(({ by, trigger }) => trigger !== null || isOpen(by)));
}

function isOpen(by: Parameters<typeof linkConditionOf>[0]): boolean {
  return by !== null && (linkConditionOf(by) !== null || possible(by, withoutOwner).true);
}

const withoutOwner: KnownTruth = (test) =>
  test.test === 'self' || (test.test === 'party' && test.role === 'owner') ? false : null;

function isHidden(portal: Portal, type: RecordType, field: string): boolean {
  const rule = Object.hasOwn(type.fields, field) ? type.fields[field] : undefined;
  return (
    rule !== undefined && !possible(rule.read, knownForVisitor({ portal, visitor: signedOut, type })).true
  );
}
