/**
 * Reports notices that no transition sends, documents that nothing issues, and fees and calendars that nothing uses.
 */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';
import { effectsOf } from './triggers.ts';

export function checkUnused({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const effects = Object.values(portal.workflows).flatMap(effectsOf);
  const steps = Object.values(portal.workflows).flatMap(({ transitions }) => Object.values(transitions));
  const kinds = Object.values(portal.kinds);
  const used = {
    notices: effects.flatMap((one) => (one.effect === 'notify' ? [one.notice] : [])),
    fees: [
      ...effects.flatMap((one) => (one.effect === 'assess' ? [one.schedule] : [])),
      ...portal.routes.flatMap(({ fees }) => fees),
    ],
    documents: [
      ...effects.flatMap((one) => (one.effect === 'document' ? (one.document ?? []) : [])),
      ...issuedByKinds(portal),
    ],
    calendars: [
      ...steps.flatMap(({ books }) => books ?? []),
      ...kinds.flatMap(({ visit }) => visit?.calendar ?? []),
    ],
  };
  const codes = {
    notices: 'notice/unused',
    fees: 'fee/unused',
    documents: 'document/unused',
    calendars: 'calendar/unused',
  } as const;
  for (const part of ['notices', 'fees', 'documents', 'calendars'] as const) {
    const names = new Set(used[part]);
    for (const { name, place } of Object.values(portal[part])) {
      if (!names.has(name)) findings.add(codes[part], place, { name });
    }
  }
  return findings.all();
}

/** Documents issued by the kinds of those records for which a transition issues the document of the kind. */
function issuedByKinds(portal: Portal): string[] {
  const sets = new Set(typesIssuingByKind(portal).flatMap((type) => portal.recordTypes[type]?.kinds ?? []));
  return Object.values(portal.kinds).flatMap(({ set, issues }) =>
    issues !== null && sets.has(set) ? [issues] : [],
  );
}

function typesIssuingByKind({ workflows }: Portal): string[] {
  return Object.values(workflows).flatMap((workflow) =>
    effectsOf(workflow).some((one) => one.effect === 'document' && one.document === null)
      ? [workflow.of]
      : [],
  );
}
