/** Composes the question of an explanation: whose eyes, which record, and what is known of both. */
import { viewOf } from '../portal/access/access.ts';
import { isShown } from '../portal/access/visible-data.ts';
import { holds } from '../portal/conditions/evaluate.ts';
import type { KnownTruth } from '../portal/conditions/possible.ts';
import { testsOf } from '../portal/conditions/possible.ts';
import type { RecordScope } from '../portal/conditions/scope.ts';
import { canBeParty } from '../config/logic/visitor-facts.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { PortalRecord, RecordContext } from '../portal/model/record.ts';
import { onceForEach } from '../portal/values/once-for-each.ts';
import { evaluationScopeOf } from '../portal/workflow/transition.ts';
import type { FieldErrors } from '../portal/forms/form-verdict.ts';
import type { RuleQuestion } from './explanation.ts';

/**
 * A record that is stored.
 * @param above the records above it, each read with what is below it: answers that the visitor may not read are hidden;
 * null: nothing is
 */
export function questionOf(
  scope: RecordScope,
  {
    formErrors,
    written,
    above,
  }: {
    readonly formErrors: FieldErrors;
    readonly written: RuleQuestion['written'];
    readonly above: readonly RecordContext[] | null;
  },
): RuleQuestion {
  const { visitor } = scope;
  const isSomebody = !visitor.signedIn || visitor.account !== null;
  const evaluation = evaluationScopeOf(scope, formErrors);
  const truth: KnownTruth = (test) =>
    !isSomebody && asksPerson(test) ? unknownUnlessNever(test, scope) : holds(test, evaluation);
  return {
    scope,
    formErrors,
    written,
    truth,
    isStored: true,
    isWhole: isSomebody,
    hides: above === null ? () => false : hidesFrom(scope, above),
  };
}

/** Without an account nobody knows whether it takes part. A department that never does is known. */
function unknownUnlessNever(test: Condition, { portal, visitor, context }: RecordScope): boolean | null {
  const type = portal.recordTypes[context.record.type];
  if (test.test !== 'party' || type === undefined) return null;
  const isTheirs = context.parties.some(
    ({ role, department }) => role === test.role && department !== null && department === visitor.department,
  );
  if (isTheirs) return true;
  return canBeParty(test.role, { portal, visitor, type }) ? null : false;
}

/** Does the test ask who the person is, and not only of which department? */
function asksPerson(condition: Condition): boolean {
  return testsOf(condition).some((test) => {
    switch (test.test) {
      case 'self':
      case 'party':
      case 'did':
      case 'unseen':
      case 'link':
        return true;
      case 'compare':
        return 'visitor' in test.operand && ['name', 'username'].includes(test.operand.visitor);
      case 'parent':
        return asksPerson(test.of);
      case 'children':
        return [test.quantifier.every, test.quantifier.any].some((one) => one !== null && asksPerson(one));
      default:
        return false;
    }
  });
}

function hidesFrom(
  { portal, visitor, context }: RecordScope,
  above: readonly RecordContext[],
): RuleQuestion['hides'] {
  const viewIn = onceForEach((record: PortalRecord) => {
    const named = (context.referred ?? []).flatMap((one) => [one, ...(one.referred ?? [])]);
    const own = [context, ...above, ...named].find((one) => one.record.id === record.id);
    return own === undefined ? null : viewOf({ portal, visitor, context: own });
  });
  return (record, name) => {
    const view = viewIn(record);
    return view === null || !isShown(view, name);
  };
}
