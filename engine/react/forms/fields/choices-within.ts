/** Choices that depend on another answer: only those that belong to it, or all while it is missing. */
import type { EnumOptionsType } from '@rjsf/utils';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { questionAt } from '../../../portal/forms/form-verdict.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { choicesIn } from '../../facts/facts.ts';
import type { FormContext } from './form-context.ts';

/**
 * @param within `ui:within` of the question: the other question, and its required answer for each choice
 * @param context the form context; its answers are the top level of the form
 */
export function choicesWithin(
  choices: readonly EnumOptionsType[],
  within: unknown,
  context: Partial<FormContext> | undefined,
): readonly EnumOptionsType[] {
  if (!isMapping(within) || !Array.isArray(within.of)) return choices;
  const { field, of } = within;
  const answer = context?.answers?.[String(field)];
  if (answer === undefined || answer === null || answer === '') return choices;
  return choices.filter((_, at) => of[at] === answer);
}

export interface ChoiceGroup<Choice> {
  /** Null: the choices depend on no other answer. */
  readonly title: string | null;
  readonly choices: readonly Choice[];
}

/** All choices grouped by the answer that each belongs to: without groups, many would have the same label. */
export function groupsWithin<Choice>(
  choices: readonly Choice[],
  within: unknown,
  form: WireForm | undefined,
): readonly ChoiceGroup<Choice>[] {
  if (form === undefined || !isMapping(within) || !Array.isArray(within.of))
    return [{ title: null, choices }];
  const of: readonly unknown[] = within.of;
  return choicesIn(form, String(within.field))
    .map(({ value, label }) => ({ title: label, choices: choices.filter((_, at) => of[at] === value) }))
    .filter((group) => group.choices.length > 0);
}

/**
 * The choices under the headings of their lookup, in the order in which the headings first appear.
 * @param headings of all choices; `''`: none
 */
export function groupsByHeading(
  choices: readonly EnumOptionsType[],
  all: readonly EnumOptionsType[],
  headings: readonly unknown[],
): readonly ChoiceGroup<EnumOptionsType>[] {
  const titles = new Map(all.map(({ value }, at) => [value, String(headings[at] ?? '')]));
  const groups = Map.groupBy(choices, ({ value }) => titles.get(value) ?? '');
  return [...groups].map(([title, some]) => ({ title: title === '' ? null : title, choices: some }));
}

/**
 * Removes choices that belong to a different answer than the current one: a list must not keep a choice that it does
 * not show.
 */
export function withoutStrays(answers: Answers, form: Pick<WireForm, 'schema' | 'uiSchema'>): Answers {
  const kept = Object.entries(answers).filter(([name, chosen]) => {
    if (!isMapping(mappingOf(form.uiSchema[name])['ui:within'])) return true;
    const { schema, uiSchema } = questionAt(form, [name]);
    const choices = Array.isArray(schema.enum) ? schema.enum : [];
    const offered = choices.map((value: unknown) => ({ value, label: '' }));
    if (!choices.includes(chosen)) return true;
    return choicesWithin(offered, uiSchema['ui:within'], { answers }).some(({ value }) => value === chosen);
  });
  return kept.length === Object.keys(answers).length ? answers : Object.fromEntries(kept);
}
