/** Checks that the instalments of a plan are in the order of their due days, and that no term ends before it begins. */
import { dateAfter } from '../../../portal/time/days.ts';
import type { DueDay, FeeSchedule, FeeTerm } from '../../../portal/model/fee.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { dayIn } from '../../../portal/time/today.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

/** Months differ in length, so days counted from a date are compared for several dates. */
const samples = ['2027-01-31', '2028-02-28', '2028-07-01'];

export function checkInstalments(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const schedule of Object.values(portal.fees)) {
    const { name, instalments } = schedule;
    for (const { term, keys } of termsOf(schedule)) {
      if (isCounted(term.to) && isEarlier(portal, term.to, term.from))
        findings.add('fee/ends-before', spanIn(context, { kind: 'fee', name }, ...keys), {});
    }
    for (const [plan, days] of Object.entries(instalments?.plans ?? {})) {
      for (const [at, { due }] of days.entries()) {
        if (!days.slice(0, at).some((before) => isEarlier(portal, due, before.due))) continue;
        const place = spanIn(context, { kind: 'fee', name }, 'instalments', 'plans', plan, at);
        findings.add('fee/out-of-order', place, { plan, number: at + 1 });
      }
    }
  }
  return findings.all();
}

interface PlacedTerm {
  readonly term: FeeTerm;
  /** The keys of its last day in the file. */
  readonly keys: readonly (string | number)[];
}

function termsOf({ lines, instalments }: FeeSchedule): PlacedTerm[] {
  return [
    ...lines.flatMap(({ proRata }, at) =>
      proRata === null ? [] : [{ term: proRata, keys: ['lines', at, 'proRata', 'to'] }],
    ),
    ...Object.entries(instalments?.plans ?? {}).flatMap(([plan, days]) =>
      days.flatMap(({ due, repeat }, at) => {
        const keys = ['instalments', 'plans', plan, at, 'until'];
        return repeat === null ? [] : [{ term: { from: due, to: repeat.to }, keys }];
      }),
    ),
  ];
}

/** A day of the year is never before the first day of a term: it is in the next year then. */
function isCounted(day: DueDay): boolean {
  return 'from' in day;
}

/** Returns true if one day is always before the other, whatever the record is like. */
function isEarlier(portal: Portal, one: DueDay, other: DueDay): boolean {
  return samples.every((sample) => {
    const [first, second] = [one, other].map((due) => sampleOf(portal, due, sample));
    return first !== undefined && second?.base === first.base && first.day < second.day;
  });
}

/** Only days with the same base can be compared: days of a year, or days counted from the same date. */
function sampleOf({ days }: Portal, due: DueDay, sample: string): { base: string; day: string } | undefined {
  if ('from' in due) {
    const base = due.from === null ? 'begun' : JSON.stringify({ ...due.from });
    return { base, day: due.plus === null ? sample : dateAfter(days, sample, due.plus) };
  }
  const named = 'named' in due ? days.named[due.named] : { day: due.day, years: {} };
  return named && { base: 'year', day: dayIn(named, Number(sample.slice(0, 4))) };
}
