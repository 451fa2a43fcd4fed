/** Checks that every office has the constants that clocks and calendars need. */
import { knownColumns, possible } from '../../../portal/conditions/possible.ts';
import type { Condition } from '../../../portal/model/condition.ts';
import type { Clock } from '../../../portal/model/workflow.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { officesOf } from '../../../portal/workflow/record-offices.ts';

export function checkOfficeConstants(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { type, name, when, asker } of asked(portal)) {
    const recordType = portal.recordTypes[type];
    for (const office of recordType === undefined ? [] : officesWhen(portal, recordType, when)) {
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
  /** Null: always. */
  readonly when: Condition | null;
  /** For example `the clock "review" of a "permit"`. */
  readonly asker: string;
}

/** The offices of the records about which the condition can be true: that of each kind, if the kind decides. */
function officesWhen(portal: Portal, type: RecordType, when: Condition | null): ReadonlySet<string> {
  if (type.office !== 'kind' || when === null) return officesOf(portal, type);
  const kinds = Object.values(portal.kinds).filter(
    ({ id, set }) => type.kinds.includes(set) && possible(when, knownColumns({ kind: id })).true,
  );
  return new Set(kinds.flatMap(({ office }) => office));
}

function asked({ workflows, calendars }: Portal): ConstantUse[] {
  return Object.values(workflows).flatMap(({ of: type, clocks, transitions }) => {
    const byClocks = Object.values(clocks).flatMap((clock) =>
      constantsOf(clock).map((one) => ({ ...one, type, asker: `the clock "${clock.name}" of a "${type}"` })),
    );
    const byCalendars = Object.values(transitions).flatMap(({ books, by }) => {
      const capacity = calendars[books ?? '']?.capacity;
      const name =
        typeof capacity === 'object' && 'officeConstant' in capacity ? capacity.officeConstant : null;
      return name === null ? [] : [{ type, name, when: by, asker: `the calendar "${books}"` }];
    });
    return [...byClocks, ...byCalendars];
  });
}

function constantsOf({ within }: Clock): Pick<ConstantUse, 'name' | 'when'>[] {
  const limits =
    'cases' in within
      ? [...within.cases, { when: null, value: within.otherwise }]
      : [{ when: null, value: within }];
  return limits.flatMap(({ when, value }) =>
    'officeConstant' in value ? [{ name: value.officeConstant, when }] : [],
  );
}
