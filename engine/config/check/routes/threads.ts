/** Checks that both sides of a message about a record can include somebody who may read such records. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';

export function checkThreads({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { from, to, about, place } of portal.threads.rules) {
    for (const type of about) {
      const recordType = portal.recordTypes[type];
      if (recordType === undefined) continue;
      for (const side of [from, to]) {
        const isReader = side.some((department) => mayEverRead(recordType, department));
        if (!isReader) findings.add('thread/nobody-reads', place, { departments: side, type });
      }
    }
  }
  return findings.all();
}

function mayEverRead({ access, parties }: RecordType, department: string): boolean {
  const known = (condition: Condition): boolean | null => {
    if (condition.test === 'party') {
      const departments = parties[condition.role]?.departments ?? [];
      return departments.length === 0 || departments.includes(department) ? null : false;
    }
    if (condition.test !== 'compare') return null;
    const { subject, operand } = condition;
    if (subject.from !== 'visitor' || subject.name !== 'department' || !('value' in operand)) return null;
    return Array.isArray(operand.value) ? operand.value.includes(department) : operand.value === department;
  };
  return [access.read, access.summary?.to].some((rule) => rule !== undefined && possible(rule, known).true);
}
