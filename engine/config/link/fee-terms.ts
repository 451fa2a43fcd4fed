/** When what a schedule comes to is paid: instalments, what being late costs, and which records are payments. */
import type { InstalmentDay, InstalmentRule, Interest, LateRule, PaymentRule } from '../../portal/fee.ts';
import { always, linkOptional } from './condition.ts';
import { child, entries, isMapping, isSaid, items, number, text, type Cursor } from './cursor.ts';
import { linkPercent } from './fee-amounts.ts';
import { linkTags } from './fee-quantities.ts';
import { linkFieldPath } from './field-path.ts';
import { report, reportUnknown, type Linking } from './linking.ts';

export interface TermsPlace {
  readonly linking: Linking;
  /** Record type of the schedule. */
  readonly of: string;
  /** Its tags and the ids of its lines. */
  readonly names: ReadonlySet<string>;
}

export function linkInstalments(at: Cursor, { linking, of, names }: TermsPlace): InstalmentRule | null {
  if (!isSaid(at)) return null;
  const field = (word: string) => {
    const said = child(at, word);
    return isSaid(said) ? linkFieldPath(said, linking, { type: of }) : null;
  };
  const plans = entries(child(at, 'plans')).map(
    ([name, plan]) => [name, items(plan).map((day) => linkDay(day, linking))] as const,
  );
  return {
    of: linkTags(child(at, 'of'), names, linking),
    when: linkOptional(child(at, 'when'), linking, { where: 'needs', type: of, absent: always }),
    by: field('by'),
    plans: Object.fromEntries(plans),
    year: field('year'),
    remainder: text(child(at, 'remainder')) === 'first' ? 'first' : 'last',
  };
}

function linkDay(at: Cursor, linking: Linking): InstalmentDay {
  const due = isMapping(at.value) ? child(at, 'due') : at;
  const title = isMapping(at.value) ? text(child(at, 'title')) : null;
  const name = text(due) ?? '';
  if (/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(name)) return { title, due: { day: name } };
  const { days } = linking.names;
  const choices = days === null ? [] : entries(child(days, 'named')).map(([key]) => key);
  if (!choices.includes(name)) report(linking, 'fee/unknown-day', due, { name, choices });
  return { title, due: { named: name } };
}

export function linkLate(at: Cursor, { linking, names }: TermsPlace): LateRule | null {
  if (!isSaid(at)) return null;
  return {
    of: linkTags(child(at, 'of'), names, linking),
    surcharge: linkPercent(child(at, 'surcharge'), linking),
    interest: linkInterest(child(at, 'interest'), linking),
    source: text(child(at, 'source')),
  };
}

function linkInterest(at: Cursor, linking: Linking): Interest | null {
  if (!isSaid(at)) return null;
  return {
    percent: linkPercent(child(at, 'percent'), linking),
    per: text(child(at, 'per')) === 'full month' ? 'full month' : 'month begun',
    cap: number(child(at, 'cap')),
    isOnSurcharge: text(child(at, 'base')) !== 'debt',
  };
}

export function linkPayments(at: Cursor, { linking }: TermsPlace): PaymentRule | null {
  if (!isSaid(at)) return null;
  const type = child(at, 'of');
  const of = text(type) ?? '';
  if (!linking.names.records.has(of)) {
    reportUnknown(linking, 'record/unknown-type', type, { name: of, choices: linking.names.records.keys() });
  }
  const field = (word: string) => {
    const said = child(at, word);
    if (isSaid(said) && linking.names.records.has(of)) linkFieldPath(said, linking, { type: of });
    return text(said) ?? '';
  };
  const where = { where: 'access', type: of, absent: always } as const;
  return {
    of,
    where: linkOptional(child(at, 'where'), linking, where),
    amount: field('amount'),
    paidOn: field('paidOn'),
  };
}
