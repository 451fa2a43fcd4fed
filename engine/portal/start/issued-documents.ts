/** Finds the record types whose workflows issue each document. */
import type { Portal } from '../model/portal.ts';
import { onceForEach } from '../values/once-for-each.ts';

/** Document → the record type that issues it. Documents of requirement kinds are left out: they have no form of their own. */
export const documentsIssued = onceForEach((portal: Portal): ReadonlyMap<string, string> => {
  const issued = new Map<string, string>();
  for (const { of, transitions } of Object.values(portal.workflows)) {
    for (const effect of Object.values(transitions).flatMap(({ then }) => then)) {
      if (effect.effect !== 'document' || effect.document === null || issued.has(effect.document)) continue;
      issued.set(effect.document, of);
    }
  }
  return issued;
});
