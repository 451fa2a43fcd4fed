/** The shared context of a run: the town, randomness, coverage and refusals; and how to look at a record. */
import type { EvaluationScope } from '../../portal/conditions/scope.ts';
import type { JsonSchema } from '../../portal/model/form.ts';
import { blankRecord, contextAlone } from '../../portal/model/record.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { signedOut } from '../../portal/model/department.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import type { Coverage } from './coverage.ts';
import type { Random } from '../town/random.ts';
import type { Town } from '../town/town.ts';
import type { WireAction, WireRecord } from '../../contract/record.ts';
import { narrowSchema, type SampleContext, sampleOf } from '../town/sample.ts';
import { type GivenAnswers } from './wishes.ts';

export interface Play {
  readonly town: Town;
  readonly random: Random;
  readonly coverage: Coverage;
  readonly refusals: Refusals;
}

/** Refused steps are tried again, each time later. */
export class Refusals {
  readonly #until = new Map<string, { readonly times: number; readonly at: number }>();

  add({ slug }: Pick<WireRecord, 'slug'>, name: string, now: Date): void {
    const key = `${slug}/${name}`;
    const times = (this.#until.get(key)?.times ?? 0) + 1;
    this.#until.set(key, { times, at: now.getTime() + 4 * 3_600_000 * 2 ** Math.min(times, 6) });
  }

  isRecent({ slug }: Pick<WireRecord, 'slug'>, name: string, now: Date): boolean {
    return (this.#until.get(`${slug}/${name}`)?.at ?? 0) > now.getTime();
  }
}

export interface OfferedAction {
  readonly record: WireRecord;
  readonly action: WireAction;
}

/** The visible record, for conditions. */
export function scopeOf({ town }: Play, record: WireRecord, input: GivenAnswers): EvaluationScope {
  const { type, state, kind, office, unit, number, data, items } = record;
  const now = town.application.now().toISOString();
  return {
    portal: town.portal,
    visitor: signedOut,
    context: {
      ...contextAlone({
        record: blankRecord(type, { state, kind, office, unit, number, data }),
        today: todayOf({ town }),
        now,
      }),
      input,
    },
    isFormComplete: () => true,
    isChecklist: (is) => {
      if (is === 'returned') return items.some((item) => item.state === 'returned');
      const good = is === 'filed' ? ['filed', 'accepted', 'waived'] : ['accepted', 'waived'];
      return items.every(
        ({ state: at, optional, evidence }) =>
          good.includes(at) ||
          (optional && at === 'missing') ||
          (is === 'filed' && evidence === 'inspection'),
      );
    },
  };
}

/** The form of the record, if this person may edit it. */
export function dataSchemaOf({ town }: Play, { type, kind, data, editable }: WireRecord): JsonSchema | null {
  const { forms, kinds, recordTypes } = town.portal;
  // The form of a record may be specialised for it.
  const form = forms[kinds[kind ?? '']?.form ?? recordTypes[type]?.form ?? ''];
  return editable && form !== undefined ? narrowSchema(form.schema, data) : null;
}

export function formOf({ town }: Play, hash: string | null): JsonSchema | null {
  return town.portal.forms[hash ?? '']?.schema ?? null;
}

/** An example of the configuration, for consistent answers; otherwise a sample of the form. */
export function exampleOf(
  play: Pick<Play, 'town' | 'random'>,
  { type, kind, form }: Pick<WireRecord, 'type' | 'kind' | 'form'>,
): GivenAnswers {
  const { examples, schema } = examplesFor(play.town.portal, { type, kind, form });
  const answers: unknown =
    examples.length > 0
      ? structuredClone(play.random.pick(examples))
      : schema === undefined
        ? {}
        : sampleOf(schema, samplingOf(play));
  return withNames(play, answers as GivenAnswers);
}

/** The examples of a record's form in the configuration, and its schema. */
export function examplesFor(
  { kinds, recordTypes, forms }: Pick<Portal, 'kinds' | 'recordTypes' | 'forms'>,
  { type, kind, form }: Pick<WireRecord, 'type' | 'kind' | 'form'>,
): { readonly examples: readonly object[]; readonly schema: JsonSchema | undefined } {
  // A form that is specialised for the record is not in the configuration.
  const usual = kinds[kind ?? '']?.form ?? recordTypes[type]?.form ?? '';
  return {
    examples: kinds[kind ?? '']?.examples ?? recordTypes[type]?.examples ?? [],
    schema: (forms[form ?? ''] ?? forms[usual])?.schema,
  };
}

/** Names as they occur among the people of the demonstration, so that not everybody has that of the example. */
function withNames({ town, random }: Pick<Play, 'town' | 'random'>, answers: GivenAnswers): GivenAnswers {
  for (const [question, names] of Object.entries(town.portal.demonstration.answers))
    if (Object.hasOwn(answers, question) && names.length > 0) answers[question] = random.pick(names);
  return fitTogether(town.portal, answers);
}

/** Answers that belong to one of these follow from it: a laundry does not sell fish. */
export function fitTogether(
  { demonstration }: Pick<Portal, 'demonstration'>,
  answers: GivenAnswers,
): GivenAnswers {
  for (const set of demonstration.together) {
    const [[name = '', [decisive] = []] = [], ...others] = Object.entries(set);
    if (answers[name] !== decisive) continue;
    for (const [path, values] of others) {
      const [first = '', key] = path.split('.');
      const rows = answers[first];
      if (key === undefined) {
        // Not every form with the name asks for it.
        if (Object.hasOwn(answers, first)) answers[first] = values[0];
      } else if (Array.isArray(rows))
        answers[first] = values.map((value, index) => withAnswer(rows[index] ?? rows[0], key, value));
    }
  }
  return answers;
}

/** A question that the row does not answer does not apply to it. */
function withAnswer(row: unknown, key: string, value: unknown): unknown {
  return isMapping(row) && Object.hasOwn(row, key) ? { ...row, [key]: value } : row;
}

export function samplingOf(play: Pick<Play, 'town' | 'random'>): SampleContext {
  return { random: play.random, today: todayOf(play), texts: play.town.portal.demonstration.answers };
}

/** ISO date in the portal's time zone. */
export function todayOf({ town }: Pick<Play, 'town'>): string {
  return localDate(town.application.now().getTime(), town.portal.timeZone);
}
