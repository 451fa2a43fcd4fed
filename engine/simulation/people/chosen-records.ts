/** The records that people choose: some that the portal offers to them. */
import { referencesIn } from '../../portal/forms/references.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Person } from '../town/person.ts';
import type { Play } from './play.ts';
import type { GivenAnswers } from './wishes.ts';

/**
 * The answers, with a record for each question that offers any, in each row too. Without an offer the question stays
 * open.
 * @param hash of the form of the portal, or null
 */
export async function withChosenRecords(
  { town, random }: Play,
  person: Person,
  hash: string | null,
  answers: GivenAnswers,
): Promise<GivenAnswers> {
  let chosen = answers;
  for (const { question, keys } of referencesIn(town.portal.forms[hash ?? ''])) {
    const offered = await person.call<{ value: string }[]>('GET', `forms/${hash}/records/${question}`);
    const records = Array.isArray(offered.body) ? offered.body : [];
    chosen = withAnswer(chosen, keys, () => (records.length === 0 ? undefined : random.pick(records).value));
  }
  return chosen;
}

/** The answers with another one at these keys, in each row of a list on the way. @param pick undefined: no answer */
function withAnswer(
  answers: GivenAnswers,
  [key = '', ...rest]: readonly string[],
  pick: () => string | undefined,
): GivenAnswers {
  const { [key]: before, ...others } = answers;
  if (rest.length > 0) {
    const inside = (one: unknown) => (isMapping(one) ? withAnswer(one, rest, pick) : one);
    return before === undefined
      ? answers
      : { ...answers, [key]: Array.isArray(before) ? before.map(inside) : inside(before) };
  }
  const picked = pick();
  return picked === undefined ? others : { ...others, [key]: picked };
}
