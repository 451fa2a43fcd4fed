/** Reports a rule of a field once, at the rule, if several places show the field to people who do not meet it. */
import { createDiagnostic, type Diagnostic, hasErrors } from './diagnostic.ts';
import { listed } from './repeated-mistakes.ts';

const codes = { personal: 'record/personal-but-shown', read: 'record/hidden-but-shown' } as const;

/** Replaces the diagnostics of one rule by one at the rule. A single one stays where the field is shown. */
export function blameMarks(found: readonly Diagnostic[]): Diagnostic[] {
  return [...Map.groupBy(found, keyOf).values()].flatMap((same) => {
    const marked = same[0]?.marked;
    if (marked === undefined || same.length < 2 || !hasErrors(same)) return same;
    const also = same
      .map(({ file, line, column }) => ({ file, line, column }))
      .toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line);
    const places = listed([...new Set(also.map(({ file, line }) => `${file}:${line}`))]);
    const { place, rule, field, type } = marked;
    return [{ ...createDiagnostic(codes[rule], place, { field, type, places }), also }];
  });
}

function keyOf({ marked }: Diagnostic): string {
  return marked === undefined ? '' : `${marked.place.file}:${marked.place.line}:${marked.place.column}`;
}
