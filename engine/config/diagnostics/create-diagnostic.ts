/** Creates a diagnostic from its code, its place and the details for its texts. */
import type { Place } from '../../portal/model/place.ts';
import { catalogue, type DetailsOf, type DiagnosticCode } from './catalogue.ts';
import type { Diagnostic } from './diagnostic.ts';

/**
 * `quoteDiagnostics` adds the quoted lines later.
 * @param place a `Place` of the portal, or a `Span` from `file.positions(pointer, 'key' | 'value')`
 */
export function createDiagnostic<C extends DiagnosticCode>(
  code: C,
  place: Place & { readonly length?: number },
  details: DetailsOf<C>,
): Diagnostic {
  const phrase = catalogue[code];
  return {
    code,
    severity: phrase.severity,
    file: place.file,
    line: place.line,
    column: place.column,
    length: place.length ?? 0,
    message: phrase.message(details),
    remedy: phrase.remedy(details),
    ...('name' in details && 'choices' in details && { unknown: details }),
    ...('language' in details && { language: details.language }),
    quote: null,
  };
}
