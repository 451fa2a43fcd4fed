/** Finds answers that do not fit a question whose type has changed. */
import type { Portal } from '../../../portal/model/portal.ts';
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
  { portal, before }: { readonly portal: Portal; readonly before: Portal },
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
export function earlierQuestions(before: Portal, after: Portal): (question: string) => string {
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
