/** Choices that depend on another answer: those that belong to it, and all while it is not given. */
import type { EnumOptionsType } from '@rjsf/utils';
import { isMapping } from '../../../portal/form-levels.ts';
import type { FormContext } from '../form-context.ts';

/**
 * @param within `ui:within` of the question: the other question, and what it must say for each choice
 * @param context what the form was given; its answers are those of the form's first level
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
