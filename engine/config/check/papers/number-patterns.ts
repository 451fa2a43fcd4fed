/** Reports record types, or documents, whose patterns give two of them the same number. */
import type { NumberPattern } from '../../../portal/model/record-type.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkNumberPatterns(context: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const { recordTypes, documents } = context.portal;
  const types = Object.values(recordTypes).map(({ type, number }) => ({ name: type, number }));
  for (const [kind, numbered] of [
    ['record', types],
    ['document', Object.values(documents)],
  ] as const) {
    for (const { name, other, pattern } of sharedPatterns(numbered)) {
      const details = { kind: kind === 'record' ? 'record type' : 'document', pattern, name, other };
      findings.add('number/shared-pattern', spanIn(context, { kind, name }, 'number'), details);
    }
  }
  return findings.all();
}

interface NumberOwner {
  readonly name: string;
  readonly number: NumberPattern | null;
}

interface SharedPattern {
  readonly name: string;
  /** The first with the same pattern. */
  readonly other: string;
  readonly pattern: string;
}

function sharedPatterns(numbered: readonly NumberOwner[]): SharedPattern[] {
  const first = new Map<string, string>();
  return numbered.flatMap(({ name, number }) => {
    if (number === null) return [];
    const { pattern } = number;
    const other = first.get(pattern);
    if (other === undefined) first.set(pattern, name);
    return other === undefined ? [] : [{ name, other, pattern }];
  });
}
