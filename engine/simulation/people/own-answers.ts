/** Makes the answers of an example somebody's own: other names, days, sizes and numbers, of the same shape. */
import type { JsonSchema } from '../../portal/model/form.ts';
import { isDate, localDate } from '../../portal/time/working-days.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { nameIn } from '../../server/accounts/demonstration.ts';
import type { WireRecord } from '../../contract/record.ts';
import { dayBeside, fitsPattern, numberAt } from '../town/sample.ts';
import { examplesFor, type Play, todayOf } from './play.ts';
import type { GivenAnswers } from './wishes.ts';

interface Own extends Pick<Play, 'random'> {
  /** The day of the person, and the day for which the examples are written (ISO dates). */
  readonly today: string;
  readonly writtenOn: string;
  /** Names in the example → the names that stand for them. */
  readonly renamed: ReadonlyMap<string, string>;
  /** One factor for all sizes and ages, so that no part becomes larger than its whole and days keep their order. */
  readonly scale: number;
}

/** People who seek what nobody has done keep to the examples, because the configuration's tests know them. */
export function ownAnswers(
  play: Play,
  of: Pick<WireRecord, 'type' | 'kind' | 'form'>,
  answers: GivenAnswers,
): GivenAnswers {
  const { town, random, coverage } = play;
  const { examples, schema } = examplesFor(town.portal, of);
  if (coverage.isSeeking || schema === undefined) return answers;
  const { named, renamed } = withOneName(play, examples, answers);
  const writtenOn = localDate(Date.now(), town.portal.timeZone);
  const scale = 0.6 + 0.8 * random.next();
  const own = { random, today: todayOf(play), writtenOn, renamed, scale };
  return ownAnswer(schema, named, own) as GivenAnswers;
}

/** Who is named by several answers of the example has one name in all of them. */
function withOneName(
  { town }: Pick<Play, 'town'>,
  examples: readonly object[],
  answers: GivenAnswers,
): { readonly named: GivenAnswers; readonly renamed: ReadonlyMap<string, string> } {
  const named = { ...answers };
  const renamed = new Map<string, string>();
  const given = examples
    .flatMap((example) => Object.entries(example) as [string, unknown][])
    .filter((one): one is [string, string] => typeof one[1] === 'string')
    .filter(([question]) => Object.hasOwn(town.portal.demonstration.answers, question))
    .toSorted(([, one], [, other]) => one.length - other.length);
  for (const [question, old] of given) {
    // A full name comes after its parts, because it is longer.
    if (rename(old, new Map([...renamed.keys()].map((name) => [name, '']))).trim() === '')
      named[question] = rename(old, renamed);
    const name = named[question];
    if (typeof name === 'string') renamed.set(old, name);
  }
  return { named, renamed };
}

/** @param renamed the shorter names first */
function rename(text: string, renamed: ReadonlyMap<string, string>): string {
  const names = [...renamed.keys()].toReversed().map((name) => RegExp.escape(name));
  const pattern = new RegExp(`(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`, 'gu');
  return text.replaceAll(pattern, (name) => renamed.get(name) ?? name);
}

/** The schema's patterns and limits hold. What else is asked of it, the server checks. */
export function ownAnswer(schema: JsonSchema, answer: unknown, own: Own): unknown {
  if (Array.isArray(answer)) {
    const items = (schema['items'] ?? {}) as JsonSchema;
    return answer.map((row: unknown) => ownAnswer(items, row, own));
  }
  if (isMapping(answer)) {
    const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
    return Object.fromEntries(
      Object.entries(answer).map(([name, value]) => [name, ownAnswer(properties[name] ?? {}, value, own)]),
    );
  }
  if ('enum' in schema || 'const' in schema || answer === schema['default']) return answer;
  if (typeof answer === 'number') return ownNumber(schema, answer, own);
  if (typeof answer !== 'string' || schema['type'] !== 'string') return answer;
  const changed = ownText(schema, answer, own);
  return fitsPattern(schema, changed) ? changed : answer;
}

/** A year stays. */
function ownNumber(schema: JsonSchema, answer: number, { scale }: Own): number {
  if (year.test(String(answer))) return answer;
  const [, decimals = ''] = String(answer).split('.');
  const scaled = Number((answer * scale).toFixed(decimals.length));
  return Math.min(
    Math.max(scaled, numberAt(schema, 'minimum') ?? -Infinity),
    numberAt(schema, 'maximum') ?? Infinity,
  );
}

const year = /^(?:19|20)\d\d$/;
/** Neither an area code in brackets nor a part of an amount or of a position. */
const number = /(?<![.(\d])\d{3,}(?!\d*\.\d)/g;
/** What stays in front of a number: the prefix of a telephone or a series, or else the zeros. */
const front = /^(?:0\d{3}(?=\d{3})|0*)/;

function ownText(
  schema: JsonSchema,
  answer: string,
  { random, today, writtenOn, renamed, scale }: Own,
): string {
  switch (schema['format']) {
    case 'date': {
      const age = (Date.parse(writtenOn) - Date.parse(answer)) / 86_400_000;
      return isDate(answer) && age >= 0 ? dayBeside(today, -Math.round(age * scale)) : answer;
    }
    case 'email': {
      const [local = '', domain = ''] = answer.split('@');
      const [, name] = [...renamed].findLast(([old]) => nameIn(old).includes(local.toLowerCase())) ?? [];
      return name === undefined ? answer : `${nameIn(name)}@${domain}`;
    }
    case undefined: {
      const changed = rename(answer, renamed);
      // Numbers in sentences and short numbers, such as a postal code, mean something.
      if (/\p{Ll}{2}|^\d{1,4}$/u.test(answer)) return changed;
      return changed.replaceAll(number, (digits) => {
        const [kept = ''] = front.exec(digits) ?? [];
        const others = digits.slice(kept.length).replaceAll(/\d/g, () => String(1 + random.below(9)));
        return year.test(digits) ? digits : kept + others;
      });
    }
    default:
      return answer;
  }
}
