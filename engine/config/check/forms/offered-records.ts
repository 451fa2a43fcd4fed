/** Checks that those who answer a question about records are offered some. */
import { draftState, isNever } from '../../../portal/access/access.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import { type OfferedRecords, referencesInForm } from '../../../portal/forms/references.ts';
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
    for (const question of referencesInForm(portal, type.form)) {
      const who = emptyHanded(portal, type, question);
      const place = spanIn(context, { kind: 'form', name: form }, ...wayTo(question.question), 'ref');
      if (who.length > 0)
        findings.add('form/nothing-offered', place, { name: question.question, type: question.type, who });
    }
  }
  return findings.all();
}

/** The keys in a form's file that lead to the question; `lines.item` is in the rows of a list. */
export function wayTo(question: string): string[] {
  return question
    .split('.')
    .flatMap((key, at) => (at === 0 ? ['properties', key] : ['items', 'properties', key]));
}

/** The form of the type in forms/; null: its kinds have their own. */
function formNameOf({ files }: CheckContext, type: string): string | null {
  const file = files.find((one) => one.kind === 'record' && baseName(one) === type);
  const named: unknown = Object(file?.value)['form'];
  return typeof named === 'string' ? named : null;
}

/** The departments that create such records and are offered nothing, in no state of the other record. */
function emptyHanded(portal: Portal, type: RecordType, question: OfferedRecords): string[] {
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
  { where }: Pick<OfferedRecords, 'where'>,
): boolean {
  const asked = [where, type.access.read];
  const draft = draftState(portal, type.type);
  const states = statesWhere({ portal, visitor, type }, asked, (known, state) => {
    return state !== draft && asked.every((one) => possible(one, known).true);
  });
  return states.length > 0;
}
