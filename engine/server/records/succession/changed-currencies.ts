/** Finds stored amounts that would mean another currency under a configuration. */
import { typeOfColumn } from '../../../portal/forms/column-type.ts';
import { typeOfQuestion } from '../../../portal/forms/value-type.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { answerScopesOf, partsOfName } from '../../../portal/succession/names-in.ts';
import { countOfNoun, nounForm } from '../../../portal/text/noun-count.ts';
import { currencyIn } from '../../../portal/values/currency.ts';
import type { Queryable } from '../../database/database.ts';
import { earlierQuestions } from './mistyped.ts';
import { inScope, pathTo } from './name-uses.ts';

export interface ChangedCurrency {
  /** A question as `namesIn` writes it, `payment: amount`, or the record type of a bill. */
  readonly name: string;
  readonly isBill: boolean;
  readonly before: string;
  /** Null: none is named. */
  readonly after: string | null;
  readonly records: number;
}

interface ComparedPortals {
  readonly portal: Portal;
  readonly before: Portal;
}

/** @returns the questions and bills of another currency than before, with the records that have an amount */
export async function findChangedCurrencies(
  client: Queryable,
  portals: ComparedPortals,
): Promise<readonly ChangedCurrency[]> {
  const { portal, before } = portals;
  const earlierName = earlierQuestions(before, portal);
  const [was, is] = [currenciesOf(before), currenciesOf(portal)];
  const changed: ChangedCurrency[] = [];
  for (const [name, now] of is) {
    const earlier = now.isBill ? name : earlierName(name);
    const then = was.get(earlier);
    const codes = then === undefined ? null : codesBetween(then.currency, now.currency, portals);
    if (codes === null) continue;
    const { isBill } = now;
    const records = await (isBill
      ? countBills(client, name)
      : countAnswers(client, { name, earlier }, portals));
    if (records > 0) changed.push({ name, isBill, ...codes, records });
  }
  return changed;
}

interface NamedCurrency {
  /** Undefined: that of the portal. */
  readonly currency: string | undefined;
  readonly isBill: boolean;
}

function currenciesOf(portal: Portal): ReadonlyMap<string, NamedCurrency> {
  const answers = answerScopesOf(portal).flatMap(({ name, questions }) =>
    questions.flatMap(({ path, schema, uiSchema }): [string, NamedCurrency][] => {
      const { type, currency } = typeOfQuestion(schema, uiSchema);
      return type === 'money' ? [[`${name}: ${path}`, { currency, isBill: false }]] : [];
    }),
  );
  const bills = Object.keys(portal.recordTypes).flatMap((name): [string, NamedCurrency][] => {
    const { type, currency } = typeOfColumn(portal, name, 'assessment.total');
    return type === 'money' ? [[name, { currency, isBill: true }]] : [];
  });
  return new Map([...answers, ...bills]);
}

/**
 * Null if an amount means the same as before. One without a code would follow a portal that changes its own, even if its
 * question names a code from now on. A portal that named no currency may name the one that it always had.
 */
function codesBetween(
  then: string | undefined,
  now: string | undefined,
  { portal, before }: ComparedPortals,
): Pick<ChangedCurrency, 'before' | 'after'> | null {
  const [ownThen, ownNow] = [currencyIn(before.constants), currencyIn(portal.constants)];
  const [was, is] = [then ?? ownThen, then === undefined && ownThen !== ownNow ? ownNow : (now ?? ownNow)];
  return was === undefined || was === is ? null : { before: was, after: is ?? null };
}

async function countBills(client: Queryable, type: string): Promise<number> {
  const [row] = await client.query<{ records: number }>(
    `SELECT count(*)::integer AS records FROM records WHERE type = $1 AND data ? 'assessment'`,
    [type],
  );
  return row?.records ?? 0;
}

/** Before answers are moved they have the earlier name. */
async function countAnswers(
  client: Queryable,
  { name, earlier }: { readonly name: string; readonly earlier: string },
  { portal, before }: ComparedPortals,
): Promise<number> {
  const values: unknown[] = [];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const where = [
    { of: portal, question: name },
    { of: before, question: earlier },
  ].map(({ of, question }) => {
    const { owner, part } = partsOfName(question);
    const answered = pathTo(part, '@.type() != "null"');
    return `(${inScope(of, owner, value)} AND r.data @? ${value(answered)}::jsonpath)`;
  });
  const [row] = await client.query<{ records: number }>(
    `SELECT count(*)::integer AS records FROM records r WHERE ${where.join(' OR ')}`,
    values,
  );
  return row?.records ?? 0;
}

/** A sentence with a remedy, for the author of the configuration. */
export function sayChangedCurrency({ name, isBill, before, after, records }: ChangedCurrency): string {
  const what = isBill ? `a bill of "${name}"` : `an amount under "${name}"`;
  return (
    `${countOfNoun(records, 'record', 'records')} ${nounForm(records, 'has', 'have')} ${what} in ${before}, which would ` +
    `${after === null ? 'have no currency' : `be in ${after}`}. Amounts are never converted: keep the currency, and ask or bill ` +
    `in another one under another name.`
  );
}
