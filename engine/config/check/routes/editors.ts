/** Checks that people who may edit the configuration in the workbench may also read it there. */
import { holds } from '../../../portal/conditions/evaluate.ts';
import { flagsRead, mixtures, visitorOf } from '../../../portal/routing/visitors.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkEditors(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const { access, edit } = portal.workbench;
  const findings = new DiagnosticSet();
  const flags = mixtures(flagsRead([access, edit]));
  const place = spanIn(context, { kind: 'portal', name: 'portal' }, 'workbench', 'edit');
  for (const { key, title } of Object.values(portal.departments)) {
    const isLeftOut = flags.some((one) => {
      const visitor = visitorOf(portal, key, one);
      return visitor !== null && holds(edit, { portal, visitor }) && !holds(access, { portal, visitor });
    });
    if (isLeftOut) findings.add('portal/editor-without-access', place, { name: title });
  }
  return findings.all();
}
