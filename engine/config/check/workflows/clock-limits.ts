/** How long a clock may run at most, by the cases that a record of these kinds can be. */
import type { Clock, ClockLimit } from '../../../portal/model/clock.ts';
import { parseDuration, type Duration, type DurationUnit } from '../../../portal/model/duration.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import { knownColumns, possible, type KnownTruth } from '../../../portal/conditions/possible.ts';
import { officesOf } from '../../logic/standing.ts';

export interface ClockLimitContext {
  readonly portal: Portal;
  readonly type: string;
  /** That the record may be of; null: of any, at any of its offices. */
  readonly kinds?: readonly RequirementKind[] | null;
  /** What is true of it. */
  readonly facts: KnownTruth;
}

/** @returns working days, or null where none is known */
export function longestLimit(
  { within }: Clock,
  { portal, type, kinds = null, facts }: ClockLimitContext,
): number | null {
  const days = standingsOf(portal, type, kinds).flatMap(({ known, offices }) =>
    limitsOf(within, (test) => facts(test) ?? known(test)).flatMap((limit) => daysOf(portal, offices, limit)),
  );
  return days.length === 0 ? null : Math.max(...days);
}

interface LimitBasis {
  readonly known: KnownTruth;
  readonly offices: readonly string[];
}

function standingsOf(portal: Portal, type: string, kinds: readonly RequirementKind[] | null): LimitBasis[] {
  if (kinds !== null) {
    return kinds.map(({ id, office }) => ({ known: knownColumns({ kind: id, office }), offices: [office] }));
  }
  const recordType = portal.recordTypes[type];
  return [{ known: () => null, offices: recordType === undefined ? [] : [...officesOf(portal, recordType)] }];
}

/** The cases that can hold, up to one that surely does. */
function limitsOf(within: Clock['within'], known: KnownTruth): ClockLimit[] {
  if (!('cases' in within)) return [within];
  const limits: ClockLimit[] = [];
  for (const { when, value } of within.cases) {
    const { true: mayHold, false: mayFail } = possible(when, known);
    if (mayHold) limits.push(value);
    if (!mayFail) return limits;
  }
  return [...limits, within.otherwise];
}

function daysOf(portal: Portal, offices: readonly string[], limit: ClockLimit): number[] {
  if (!('officeConstant' in limit)) return [workingDays(limit)];
  return offices.flatMap((office) => {
    const said = portal.departments[office]?.constants[limit.officeConstant];
    const duration = parseDuration(String(said ?? ''));
    return duration === null ? [] : [workingDays(duration)];
  });
}

const daysIn: Readonly<Record<DurationUnit, number>> = {
  minute: 1 / 480,
  hour: 1 / 8,
  day: 5 / 7,
  'working day': 1,
  week: 5,
  month: 21,
  quarter: 63,
  year: 250,
};

export function workingDays({ amount, unit }: Duration): number {
  return amount * daysIn[unit];
}
