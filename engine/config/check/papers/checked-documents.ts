/** Checks that everybody can open the page to which the code on a document leads. */
import type { DocumentTemplate } from '../../../portal/model/document.ts';
import { signedOut } from '../../../portal/model/department.ts';
import { decide } from '../../../portal/routing/decide.ts';
import { addressOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

export function checkCheckedDocuments(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const pages = portal.routes.filter(({ params }) =>
    Object.values(params).some((domain) => 'document' in domain),
  );
  const isChecked = pages.some(
    (route) => decide({ portal, visitor: signedOut }, addressOf(route, '')).outcome === 'show',
  );
  if (isChecked) return [];
  const documents = Object.values(portal.documents);
  const [closed] = pages;
  if (closed !== undefined) {
    const names = documents.flatMap((one) => (one.isPublic || codeAt(one) !== -1 ? [one.name] : []));
    if (names.length > 0) findings.add('document/closed-page', closed.place, { names });
    return findings.all();
  }
  for (const document of documents) {
    const at = codeAt(document);
    if (at === -1) continue;
    const { name } = document;
    const place = spanIn(context, { kind: 'document', name }, 'blocks', at, 'qr');
    findings.add('document/no-page', place, { name });
  }
  return findings.all();
}

/** The block with the QR code; -1: there is none. */
function codeAt({ blocks }: DocumentTemplate): number {
  return blocks.findIndex(({ part }) => part.block === 'qr');
}
