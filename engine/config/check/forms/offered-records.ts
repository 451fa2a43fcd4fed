/** Checks that those who answer a question about records are offered some. */
import { draftState, isNever } from '../../../portal/access/access.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import { type ReferenceQuestion, referencesOf } from '../../../portal/forms/references.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName } from '../../link/input/files.ts';
import { statesWhere } from '../../logic/satisfiability.ts';
import { knownForVisitor, visitorsByDepartment } from '../../logic/visitor-facts.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkOfferedRecords(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const type of Object.values(portal.recordTypes)) {
    const form = formNameOf(context, type.type);
    if (form === null || isNever(type.access.create)) continue;
    // Steps save their answers under their own names.
    for (const question of referencesOf(portal, type.type).filter(({ keys }) => keys.length === 1)) {
      const who = emptyHanded(portal, type, question);
      const place = spanIn(context, { kind: 'form', name: form }, 'properties', question.question, 'ref');
      if (who.length > 0)
        findings.add('form/nothing-offered', place, { name: question.question, type: question.type, who });
    }
  }
  return findings.all();
}

/** The form of the type in forms/; null: its kinds have their own. */
function formNameOf({ files }: CheckContext, type: string): string | null {
  const file = files.find((one) => one.kind === 'record' && baseName(one) === type);
  const named: unknown = Object(file?.value)['form'];
  return typeof named === 'string' ? named : null;
}

/** The departments that create such records and are offered nothing, in no state of the other record. */
function emptyHanded(portal: Portal, type: RecordType, question: ReferenceQuestion): string[] {
  const offered = portal.recordTypes[question.type];
  const { create } = type.access;
  if (offered === undefined) return [];
  const isOffered = (visitor: Visitor) => isOfferedTo(portal, visitor, offered, question);
  return visitorsByDepartment(portal, [create, offered.access.read, question.where]).flatMap(
    ({ name, visitors }) => {
      const creators = visitors.filter(
        (visitor) => possible(create, knownForVisitor({ portal, visitor, type })).true,
      );
      return creators.length > 0 && !creators.some(isOffered) ? [name] : [];
    },
  );
}

function isOfferedTo(
  portal: Portal,
  visitor: Visitor,
  type: RecordType,
  { where }: Pick<ReferenceQuestion, 'where'>,
): boolean {
  const asked = [where, type.access.read];
  const draft = draftState(portal, type.type);
  const states = statesWhere({ portal, visitor, type }, asked, (known, state) => {
    return state !== draft && asked.every((one) => possible(one, known).true);
  });
  return states.length > 0;
}
