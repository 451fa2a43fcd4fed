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
  return [...(await findChangedAnswers(client, portals)), ...(await findChangedBills(client, portals))];
}

async function findChangedAnswers(client: Queryable, portals: PortalChange): Promise<ChangedCurrency[]> {
  const { portal, before } = portals;
  const earlierName = earlierQuestions(before, portal);
  const was = currenciesOf(before);
  const changed: ChangedCurrency[] = [];
  for (const [name, now] of currenciesOf(portal)) {
    const earlier = earlierName(name);
    const codes = was.has(earlier) ? codesBetween(was.get(earlier), now, portals) : null;
    if (codes === null) continue;
    const records = await countAnswers(client, { name, earlier }, portals);
    if (records > 0) changed.push({ name, isBill: false, ...codes, records });
  }
  return changed;
}

/** Question → its currency; undefined: that of the portal. */
function currenciesOf(portal: Portal): ReadonlyMap<string, string | undefined> {
  return new Map(
    answerScopesOf(portal).flatMap(({ name, questions }) =>
      questions.flatMap(({ path, schema, uiSchema }): [string, string | undefined][] => {
        const { type, currency } = typeOfQuestion(schema, uiSchema);
        return type === 'money' ? [[`${name}: ${path}`, currency]] : [];
      }),
    ),
  );
}

/** Bills stay with their records, also where the configuration makes none any more. */
async function findChangedBills(client: Queryable, portals: PortalChange): Promise<ChangedCurrency[]> {
  const { portal, before } = portals;
  const isOwnSame = currencyIn(before.constants) === currencyIn(portal.constants);
  const changed: ChangedCurrency[] = [];
  for (const name of Object.keys(portal.recordTypes)) {
    // Before records are moved they have an earlier name.
    const types = [name, ...formerTypes(portal, name)];
    const now = billOf(portal, name);
    const was = types.flatMap((type) =>
      Object.hasOwn(before.recordTypes, type) ? [billOf(before, type)] : [],
    );
    if (isOwnSame && was.every((one) => one === now)) continue;
    for (const { code, records } of await countBills(client, types)) {
      const then = code ?? undefined;
      // Without a schedule, a bill is shown with its own code.
      const codes = codesBetween(then, now === null ? then : now, portals);
      if (codes !== null) changed.push({ name, isBill: true, ...codes, records });
    }
  }
  return changed;
}

function formerTypes({ formerNames }: Portal, type: string): string[] {
  return formerNames.flatMap(({ kind, name, successor }) =>
    kind === 'type' && successor === type ? [name] : [],
  );
}

/** The currency of a type's bills; undefined: that of the portal; null: nothing makes bills. */
function billOf(portal: Portal, name: string): string | undefined | null {
  const { type, currency } = typeOfColumn(portal, name, 'assessment.total');
  return type === 'money' ? currency : null;
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

interface StoredBills {
  /** Null: they name none. */
  readonly code: string | null;
  readonly records: number;
}

function countBills(client: Queryable, types: readonly string[]): Promise<readonly StoredBills[]> {
  return client.query<StoredBills>(
    `SELECT data -> 'assessment' ->> 'currency' AS code, count(*)::integer AS records
     FROM records WHERE type = ANY($1::text[]) AND data -> 'assessment' ? 'instalments' GROUP BY 1 ORDER BY 1`,
    [types],
  );
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
