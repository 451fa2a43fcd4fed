/** Reports papers that no checklist asks for. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

export function checkPapers(context: CheckContext): Diagnostic[] {
  const { papers, kinds, recordTypes } = context.portal;
  const checklists = [...Object.values(kinds), ...Object.values(recordTypes)];
  const asked = new Set(checklists.flatMap(({ items }) => items.map((item) => item.paper)));
  const findings = new DiagnosticSet();
  for (const name of Object.keys(papers)) {
    if (asked.has(name)) continue;
    const place = spanIn(context, { kind: 'papers', name: 'papers' }, name);
    findings.add('paper/unused', place, { name });
  }
  return findings.all();
}
