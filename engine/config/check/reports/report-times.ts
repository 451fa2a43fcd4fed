/** Reports times between two states of which the second never comes after the first. */
import { child, items, rootOf, texts } from '../../link/input/cursor.ts';
import { baseName } from '../../link/input/files.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isWhole, reachedFrom, reachedStates, targetsOf } from '../../logic/reach.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';

export function checkReportTimes({ portal, files }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const file of files) {
    const report = file.kind === 'report' ? portal.reports[baseName(file)] : undefined;
    const workflow = portal.workflows[report?.of ?? ''];
    if (workflow === undefined || !isWhole(workflow)) continue;
    for (const { pointer, value } of items(child(rootOf(file), 'measure')).map((one) => child(one, 'time'))) {
      const [from, to] = texts({ file, pointer, value });
      const reached = reachedStates(workflow);
      // Another check reports a state that cannot be reached.
      if (from === undefined || to === undefined || !reached.has(from) || !reached.has(to)) continue;
      const ways = Object.values(workflow.transitions).filter((one) => one.from.includes(from));
      if (reachedFrom(workflow, ways.flatMap(targetsOf)).has(to)) continue;
      const place = file.positions(pointer, 'key');
      findings.add('report/backward-time', place, { type: workflow.of, from, to });
    }
  }
  return findings.all();
}
