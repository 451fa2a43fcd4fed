/** Checks that the instalments of a plan are in the order of their due days, and that no term ends before it begins. */
import { dateAfter } from '../../../portal/time/days.ts';
import type { DueDay, FeeSchedule, FeeTerm } from '../../../portal/model/fee.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { dayIn } from '../../../portal/time/today.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isNeverLater, sampleDays } from '../../logic/day-limits.ts';
import { formOf } from '../../logic/unfolded.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

export function checkInstalments(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const schedule of Object.values(portal.fees)) {
    const { name, instalments } = schedule;
    for (const { term, keys } of termsOf(schedule)) {
      const isBackward = isEarlier(portal, term.to, term.from) || isLimited(portal, schedule.of, term);
      if (isCounted(term.to) && isBackward)
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

/** Returns true if the limits of two questions of one level never let the last day be after the first one. */
function isLimited(portal: Portal, of: string, { from, to }: FeeTerm): boolean {
  const [first, last] = [from, to].map((day) => ('from' in day && day.plus === null ? day.from : null));
  if (!first || !last || first.ancestor !== last.ancestor) return false;
  if (first.reference !== undefined || last.reference !== undefined) return false;
  const [start, end] = [first, last].map(({ keys }) => keys.at(-1) ?? '');
  const [level, other] = [first, last].map(({ keys }) => keys.slice(0, -1).join('.'));
  const form = formOf(portal, first.ancestor ?? of);
  if (form === null || level !== other || start === undefined || end === undefined || start === end)
    return false;
  const words = first.keys.slice(0, -1).reduce((at, key) => mappingOf(at[key]), form.uiSchema);
  return isNeverLater(end, start, (name) =>
    Object.hasOwn(words, name) ? mappingOf(words[name]) : undefined,
  );
}

/** Returns true if one day is always before the other, whatever the record is like. */
function isEarlier(portal: Portal, one: DueDay, other: DueDay): boolean {
  return sampleDays.every((sample) => {
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
