/** Checks claims: for each rule there is somebody who meets it in a state in which their office has the record. */
import { isNever } from '../../../portal/access/access.ts';
import { type KnownTruth, possible } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { ClaimRule, RecordType } from '../../../portal/model/record-type.ts';
import { officeInCharge } from '../../../portal/workflow/claims.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { statesWhere } from '../../logic/satisfiability.ts';
import { accountsOf, visibleIn } from '../../logic/visitor-facts.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

const rules = ['by', 'assignedBy'] as const satisfies readonly (keyof ClaimRule)[];

export function checkClaims(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const type of Object.values(portal.recordTypes)) {
    for (const rule of rules) {
      const condition = type.claim?.[rule];
      const isOpen = condition === undefined || (rule === 'assignedBy' && isNever(condition));
      if (isOpen || isMet(portal, type, { condition, rule })) continue;
      const place = spanIn(context, { kind: 'record', name: type.type }, 'claim', rule);
      findings.add('claim/nobody', place, { type: type.type, rule });
    }
  }
  return findings.all();
}

/** Only somebody of the office in charge works on a record; a head may belong to another department. */
function isMet(
  portal: Portal,
  type: RecordType,
  { condition, rule }: { readonly condition: Condition; readonly rule: (typeof rules)[number] },
): boolean {
  const asked = [condition, visibleIn(portal, type, '')];
  return Object.keys(portal.departments).some((department) => {
    const isOpen = (state: string): boolean => {
      const office = officeInCharge(portal, { type: type.type, state, office: department });
      return rule === 'by' ? office === department : office !== null;
    };
    const isPossible = (known: KnownTruth, state: string): boolean =>
      isOpen(state) && [condition, visibleIn(portal, type, state)].every((one) => possible(one, known).true);
    return accountsOf(portal, department, asked).some(
      (visitor) => statesWhere({ portal, visitor, type }, asked, isPossible).length > 0,
    );
  });
}
