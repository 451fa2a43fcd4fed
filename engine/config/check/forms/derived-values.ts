/** Checks derived values that read records below theirs: of which type no record is below, there is nothing to read. */
import { referencesOf } from '../../../portal/forms/references.ts';
import { placesLeft, placesTaken } from '../../../portal/model/record-type.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

/** `capacity` adds these, and its own type is checked. */
const added: readonly string[] = [placesTaken, placesLeft];

export function checkDerivedValues(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { type, builtIn, derived } of Object.values(portal.recordTypes)) {
    // An account reads all records that it owns.
    if (builtIn !== null) continue;
    for (const [name, value] of Object.entries(derived)) {
      if (!('where' in value) || value.through !== undefined || added.includes(name)) continue;
      const { of, measure } = value;
      if (portal.recordTypes[of]?.parents.includes(type)) continue;
      const naming = referencesOf(portal, of).filter((one) => one.type === type);
      const place = spanIn(context, { kind: 'record', name: type }, 'derived', name, measure);
      findings.add('derived/not-below', place, {
        of,
        type,
        questions: naming.map(({ keys }) => keys.join('.')),
      });
    }
  }
  return findings.all();
}
