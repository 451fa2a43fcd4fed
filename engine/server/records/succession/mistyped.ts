/** Finds stored answers that do not fit a question whose type has changed, and amounts whose currency has. */
import type { Portal } from '../../../portal/model/portal.ts';
import { typeOfColumn } from '../../../portal/forms/column-type.ts';
import { typeOfQuestion } from '../../../portal/forms/value-type.ts';
import { currencyIn } from '../../../portal/values/currency.ts';
import { answerScopesOf, formerNamesOf, partsOfName } from '../../../portal/succession/names-in.ts';
import { countOfNoun, nounForm } from '../../../portal/text/noun-count.ts';
import type { Queryable } from '../../database/database.ts';
import { inScope, pathTo } from './name-uses.ts';

export interface MistypedAnswers {
  /** As `namesIn` writes it: `loan: copies`. */
  readonly question: string;
  readonly type: JsonType;
  readonly records: number;
}

interface PortalChange {
  readonly portal: Portal;
  readonly before: Portal;
}

type JsonType = keyof typeof nouns;

const nouns = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a yes or no',
  array: 'a list',
  object: 'a group of answers',
} as const;

/** @returns the questions of another type than before, with the records whose answers do not fit */
export async function findMistyped(
  client: Queryable,
  { portal, before }: PortalChange,
): Promise<readonly MistypedAnswers[]> {
  const mistyped: MistypedAnswers[] = [];
  for (const { question, earlier, type } of retyped(before, portal)) {
    const values: unknown[] = [];
    const value = (each: unknown): string => `$${values.push(each)}`;
    // Before answers are moved they have the earlier name.
    const where = [
      { of: portal, name: question },
      { of: before, name: earlier },
    ].map(({ of, name }) => {
      const { owner, part } = partsOfName(name);
      const misfits = misfitsAt(part, type).map((path) => `r.data @? ${value(path)}::jsonpath`);
      return `(${inScope(of, owner, value)} AND (${misfits.join(' OR ')}))`;
    });
    const [row] = await client.query<{ records: number }>(
      `SELECT count(*)::integer AS records FROM records r WHERE ${where.join(' OR ')}`,
      values,
    );
    if (row !== undefined && row.records > 0) mistyped.push({ question, type, records: row.records });
  }
  return mistyped;
}

interface RetypedQuestion {
  readonly question: string;
  /** Its name in the configuration before. */
  readonly earlier: string;
  readonly type: JsonType;
}

function retyped(before: Portal, after: Portal): RetypedQuestion[] {
  const types = typesOf(before);
  const earlierName = earlierQuestions(before, after);
  return Array.from(typesOf(after)).flatMap(([question, type]) => {
    const earlier = earlierName(question);
    const was = types.get(earlier);
    return was === undefined || was === type ? [] : [{ question, earlier, type }];
  });
}

/** The name of a question in the configuration before. */
function earlierQuestions(before: Portal, after: Portal): (question: string) => string {
  const earlierOf = new Map(
    formerNamesOf(before, after).flatMap(({ kind, name, successor }) =>
      successor === null ? [] : [[`${kind}\n${successor}`, name] as const],
    ),
  );
  return (question) => {
    const { owner } = partsOfName(question);
    const earlierOwner = earlierOf.get(`type\n${owner}`) ?? earlierOf.get(`kind\n${owner}`) ?? owner;
    return earlierOf.get(`question\n${question}`) ?? `${earlierOwner}${question.slice(owner.length)}`;
  };
}

/** Question → its type. Of a question with several types, and of one without, nothing is known. */
function typesOf(portal: Portal): ReadonlyMap<string, JsonType> {
  return new Map(
    answerScopesOf(portal).flatMap(({ name, questions }) =>
      questions.flatMap(({ path, schema }) => {
        const type = schema['type'];
        return typeof type === 'string' && Object.hasOwn(nouns, type)
          ? [[`${name}: ${path}`, type as JsonType] as const]
          : [];
      }),
    ),
  );
}

/** Paths to answers of another type; `null` is no answer. */
function misfitsAt(path: string, type: JsonType): string[] {
  const wanted = type === 'integer' ? 'number' : type;
  const keys = path.split('.').map((key) => `.${JSON.stringify(key)}`);
  return [
    // Without `type()`, a list would mean each of its entries.
    `$${keys.join('')}.type() ? (@ != "${wanted}" && @ != "null")`,
    ...(type === 'integer' ? [pathTo(path, '@.type() == "number" && @ != @.floor()')] : []),
  ];
}

/** A sentence with a remedy, for the author of the configuration. */
export function sayMistyped({ question, type, records }: MistypedAnswers): string {
  return (
    `${countOfNoun(records, 'record', 'records')} ${nounForm(records, 'has', 'have')} an answer to the question "${question}" that is not ` +
    `${nouns[type]}, but the question now asks for one. Convert ${nounForm(records, 'it', 'them')} with a migration, or ask under ` +
    'another name and list this one in gone.yaml.'
  );
}

export interface ChangedCurrency {
  /** A question as `namesIn` writes it, `payment: amount`, or the record type of a bill. */
  readonly name: string;
  readonly isBill: boolean;
  readonly before: string;
  /** Null: none is named. */
  readonly after: string | null;
  readonly records: number;
}

/** @returns the questions and bills of another currency than before, with the records that have an amount */
export async function findChangedCurrencies(
  client: Queryable,
  portals: PortalChange,
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
  { portal, before }: PortalChange,
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
  { portal, before }: PortalChange,
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
