/** When the fees of a schedule are due: instalments, late charges, and the months of a term. */
import type {
  DueDay,
  FeeLine,
  InstalmentDay,
  InstalmentRule,
  Interest,
  LateRule,
  MonthCount,
  FeeTerm,
} from '../../../portal/model/fee.ts';
import { add, toAmount } from '../../../portal/fees/amounts.ts';
import type { FieldPath } from '../../../portal/model/condition.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import {
  child,
  entries,
  isMapping,
  isPresent,
  items,
  number,
  rootOf,
  text,
  type Cursor,
} from '../input/cursor.ts';
import { linkDuration } from '../input/durations.ts';
import { linkPercent } from './fee-amounts.ts';
import { linkTags } from './fee-quantities.ts';
import { linkFieldPath } from '../conditions/field-path.ts';
import { report, type LinkContext, countUse } from '../input/link-context.ts';
import { linkDay as linkDayOfYear } from '../names/day-names.ts';
import { valuesOfField } from '../conditions/possible-values.ts';
import { checkDated, linkSummedPath } from '../conditions/subject-shape.ts';

interface DayPlace {
  readonly context: LinkContext;
  /** Record type of the schedule. */
  readonly of: string;
}

export interface TermsPlace extends DayPlace {
  /** Its tags and the ids of its lines. */
  readonly names: ReadonlySet<string>;
}

export function linkInstalments(at: Cursor, place: TermsPlace): InstalmentRule | null {
  if (!isPresent(at)) return null;
  const { context, of, names } = place;
  const [by, year] = [child(at, 'by'), child(at, 'year')];
  const chosen = isPresent(by) ? linkFieldPath(by, context, { type: of }) : null;
  if (chosen !== null) checkPlans(child(at, 'plans'), chosen, place);
  const plans = entries(child(at, 'plans')).map(
    ([name, plan]) => [name, linkPlan(name, plan, place)] as const,
  );
  return {
    of: linkTags(child(at, 'of'), names, context),
    when: linkOptional(child(at, 'when'), context, { where: 'needs', type: of, absent: always }),
    by: chosen,
    plans: Object.fromEntries(plans),
    year: isPresent(year) ? linkSummedPath(year, context, { type: of }) : null,
    remainder: text(child(at, 'remainder')) === 'first' ? 'first' : 'last',
  };
}

/** A plan applies when its name is the answer. */
function checkPlans(at: Cursor, chosen: FieldPath, { context, of }: TermsPlace): void {
  const choices = valuesOfField(chosen, context, { type: of })?.map(String) ?? null;
  if (choices === null) return;
  const plans = entries(at);
  const unknown = plans.filter(([name]) => !choices.includes(name));
  // If no plan is an answer, `by` names the wrong question: that is one mistake.
  for (const [name, plan] of unknown.length === plans.length ? unknown.slice(0, 1) : unknown) {
    report(context, 'fee/unknown-plan', { ...plan, value: {} }, { name, choices });
  }
  const root = rootOf(at.file);
  const isNeverLate = isPresent(child(root, 'late')) && !isPresent(child(root, 'due'));
  const missing = choices.filter((one) => !plans.some(([name]) => name === one));
  if (isNeverLate && missing.length > 0 && unknown.length === 0)
    report(context, 'fee/no-plan', { ...at, value: {} }, { missing });
}

function linkPlan(name: string, at: Cursor, place: TermsPlace): readonly InstalmentDay[] {
  const days = items(at).map((day) => linkDay(day, place));
  const parts = days.flatMap(({ percent }) => percent ?? []);
  const isSingle = days.every(({ repeat }) => repeat === null);
  const isWhole = isSingle && parts.length === days.length && add(parts.map(toAmount)).eq(100);
  if (parts.length > 0 && !isWhole) report(place.context, 'fee/not-whole', at, { name });
  return days;
}

function linkDay(at: Cursor, place: TermsPlace): InstalmentDay {
  if (!isMapping(at.value)) return { title: null, due: linkDue(at, place), repeat: null, percent: null };
  const { context } = place;
  const [each, percent] = [child(at, 'each'), child(at, 'percent')];
  return {
    title: text(child(at, 'title')),
    due: linkDue(child(at, 'due'), place),
    repeat: isPresent(each)
      ? { each: linkDuration(each, context), to: linkDue(child(at, 'until'), place) }
      : null,
    percent: isPresent(percent) ? linkPercent(percent, context) : null,
  };
}

function linkTerm(at: Cursor, place: DayPlace): FeeTerm {
  return { from: linkDue(child(at, 'from'), place), to: linkDue(child(at, 'to'), place) };
}

const monthCounts: readonly MonthCount[] = ['month begun', 'full month', 'calendar month'];

export function linkProRata(at: Cursor, place: DayPlace): FeeLine['proRata'] {
  if (!isPresent(at)) return null;
  return {
    ...linkTerm(at, place),
    months: number(child(at, 'months')) ?? 12,
    per: monthCounts.find((one) => one === text(child(at, 'per'))) ?? 'month begun',
  };
}

/**
 * `01-20`, the name of a day, or `{ field: F, plus: 21 days }`; without `field` it counts from the day the record was
 * created.
 */
export function linkDue(at: Cursor, { context, of }: DayPlace): DueDay {
  if (isMapping(at.value)) {
    const [field, plus] = [child(at, 'field'), child(at, 'plus')];
    const from = isPresent(field) ? linkFieldPath(field, context, { type: of }) : null;
    if (from !== null) checkDated(field, from, context, { type: of, code: 'fee/no-date' });
    return { from, plus: isPresent(plus) ? linkDuration(plus, context) : null };
  }
  const name = text(at) ?? '';
  if (/^\d{2}-\d{2}$/.test(name)) return { day: linkDayOfYear(at, context) };
  const { days } = context.names;
  const choices = days === null ? [] : entries(child(days, 'named')).map(([key]) => key);
  if (choices.includes(name)) countUse(context, 'day', at, { name });
  else report(context, 'fee/unknown-day', at, { name, choices });
  return { named: name };
}

export function linkLate(at: Cursor, { context, names }: TermsPlace): LateRule | null {
  if (!isPresent(at)) return null;
  return {
    of: linkTags(child(at, 'of'), names, context),
    surcharge: linkPercent(child(at, 'surcharge'), context),
    interest: linkInterest(child(at, 'interest'), context),
    source: text(child(at, 'source')),
  };
}

function linkInterest(at: Cursor, context: LinkContext): Interest | null {
  if (!isPresent(at)) return null;
  return {
    percent: linkPercent(child(at, 'percent'), context),
    per: text(child(at, 'per')) === 'full month' ? 'full month' : 'month begun',
    cap: number(child(at, 'cap')),
    isOnSurcharge: text(child(at, 'base')) !== 'debt',
  };
}
