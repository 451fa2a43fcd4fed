/** The records that people choose: some that the portal offers to them. */
import { offeredRecords } from '../../portal/forms/references.ts';
import { mappingOf } from '../../portal/values/is-mapping.ts';
import type { Person } from '../town/person.ts';
import type { Play } from './play.ts';
import type { GivenAnswers } from './wishes.ts';

/**
 * The answers, with a record for each question that offers any. Without an offer the question stays open.
 * @param hash of the form of the portal, or null
 */
export async function withChosenRecords(
  { town, random }: Play,
  person: Person,
  hash: string | null,
  answers: GivenAnswers,
): Promise<GivenAnswers> {
  const chosen = { ...answers };
  for (const [name, ui] of Object.entries(town.portal.forms[hash ?? '']?.uiSchema ?? {})) {
    if (offeredRecords(mappingOf(ui)) === null) continue;
    const offered = await person.call<{ value: string }[]>('GET', `forms/${hash}/records/${name}`);
    delete chosen[name];
    if (Array.isArray(offered.body) && offered.body.length > 0)
      chosen[name] = random.pick(offered.body).value;
  }
  return chosen;
}
