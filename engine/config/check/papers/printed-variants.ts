/** Reports blocks for a variant of a document that nothing issues. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { effectsOf } from '../../logic/workflow-effects.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkPrintedVariants(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const issued = issuedVariants(context.portal);
  for (const { name, blocks } of Object.values(context.portal.documents)) {
    const variants = issued.get(name);
    // A document that nothing issues is reported as a whole.
    if (variants === undefined) continue;
    for (const [at, block] of blocks.entries()) {
      const missing = block.variants.find((one) => !variants.has(one));
      if (missing === undefined) continue;
      const place = spanIn(context, { kind: 'document', name }, 'blocks', at, 'variant');
      findings.add('document/unused-variant', place, {
        name: missing,
        document: name,
        issued: [...variants],
      });
    }
  }
  return findings.all();
}

/** The variants in which transitions issue each document, by its name; a sheet without a variant is the usual one. */
function issuedVariants({ workflows, kinds }: Portal): ReadonlyMap<string, ReadonlySet<string>> {
  const ofKinds = Object.values(kinds).flatMap(({ issues }) => issues ?? []);
  const issues = Object.values(workflows)
    .flatMap(effectsOf)
    .flatMap((one) => {
      if (one.effect !== 'document') return [];
      const documents = one.document === null ? ofKinds : [one.document];
      return documents.map((document) => ({ document, variant: one.variant ?? 'usual' }));
    });
  return new Map(
    [...Map.groupBy(issues, ({ document }) => document)].map(([document, of]) => [
      document,
      new Set(of.map(({ variant }) => variant)),
    ]),
  );
}
