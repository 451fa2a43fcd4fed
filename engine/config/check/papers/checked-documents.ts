/** Checks that everybody can open the page to which the code on a document leads. */
import { signedOut } from '../../../portal/model/department.ts';
import { decide } from '../../../portal/routing/decide.ts';
import { addressOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

export function checkCheckedDocuments(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const isChecked = portal.routes.some(
    (route) =>
      Object.values(route.params).some((domain) => 'document' in domain) &&
      decide({ portal, visitor: signedOut }, addressOf(route, '')).outcome === 'show',
  );
  if (isChecked) return [];
  for (const { name, blocks } of Object.values(portal.documents)) {
    const at = blocks.findIndex(({ part }) => part.block === 'qr');
    if (at === -1) continue;
    const place = spanIn(context, { kind: 'document', name }, 'blocks', at, 'qr');
    findings.add('document/no-page', place, { name });
  }
  return findings.all();
}
