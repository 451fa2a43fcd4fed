/** Checks that both sides of a message have a page for messages, and may read the record that it is about. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { openingDepartments } from '../../../portal/routing/visitors.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';

export function checkThreads({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const pages = portal.routes.filter(({ screen }) => screen === 'messages');
  const readers = new Set(pages.flatMap((route) => openingDepartments(portal, route)));
  for (const { from, to, about, place } of portal.threads.rules) {
    const pageless = [...new Set([...from, ...to])].filter((department) => !readers.has(department));
    if (pageless.length > 0) findings.add('thread/no-page', place, { departments: pageless });
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
