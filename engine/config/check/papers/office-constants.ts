/** Checks that every office has the constants that clocks and calendars need. */
import type { Clock } from '../../../portal/model/workflow.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { officesOf } from '../../../portal/workflow/record-offices.ts';

export function checkOfficeConstants(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { type, name, asker } of asked(portal)) {
    const recordType = portal.recordTypes[type];
    for (const office of recordType === undefined ? [] : officesOf(portal, recordType)) {
      const department = portal.departments[office];
      if (department === undefined || Object.hasOwn(department.constants, name)) continue;
      const place = spanIn(context, { kind: 'department', name: office }, 'constants');
      findings.add('department/no-constant', place, { name, office, asker });
    }
  }
  return findings.all();
}

interface ConstantUse {
  /** The record type whose offices need the constant. */
  readonly type: string;
  readonly name: string;
  /** For example `the clock "review" of a "permit"`. */
  readonly asker: string;
}

function asked({ workflows, calendars }: Portal): ConstantUse[] {
  return Object.values(workflows).flatMap(({ of: type, clocks, transitions }) => {
    const byClocks = Object.values(clocks).flatMap((clock) =>
      constantsOf(clock).map((name) => ({ type, name, asker: `the clock "${clock.name}" of a "${type}"` })),
    );
    const booked = new Set(Object.values(transitions).flatMap(({ books }) => books ?? []));
    const byCalendars = [...booked].flatMap((calendar) => {
      const capacity = calendars[calendar]?.capacity;
      const name =
        typeof capacity === 'object' && 'officeConstant' in capacity ? capacity.officeConstant : null;
      return name === null ? [] : [{ type, name, asker: `the calendar "${calendar}"` }];
    });
    return [...byClocks, ...byCalendars];
  });
}

function constantsOf({ within }: Clock): string[] {
  const limits = 'cases' in within ? [...within.cases.map(({ value }) => value), within.otherwise] : [within];
  return limits.flatMap((limit) => ('officeConstant' in limit ? [limit.officeConstant] : []));
}
