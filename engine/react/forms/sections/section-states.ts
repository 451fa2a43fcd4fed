/** How far each section of a form is: the marks of its task list. */
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf, requiredOf } from '../../../portal/forms/form-levels.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { answerAt, isAnswered, rootOf } from '../errors/errors.ts';

/**
 * `optional`: nothing is answered and nothing has to be; `empty`: no question applies; `unknown`: it has answers, and the
 * errors in them are not known yet.
 */
export type SectionState = 'untouched' | 'started' | 'done' | 'wrong' | 'optional' | 'empty' | 'unknown';

export interface SectionFacts {
  readonly answers: Answers;
  /** The questions of each section that apply now. */
  readonly names: readonly (readonly string[])[];
  /**
   * All errors in the answers as they are, including missing answers; null: not known yet. Asked only where answers were
   * given: to run the validator of a long form for the first time takes as long as to draw a page.
   */
  readonly found: () => FieldTexts | null;
  /** The errors that the page already shows: also what is missing needs attention then. */
  readonly shown: FieldTexts;
}

export function sectionStates(form: WireForm, facts: SectionFacts): readonly SectionState[] {
  let known: FieldTexts | null = null;
  const found = () => (known ??= facts.found());
  return facts.names.map((names) =>
    stateOf(
      form,
      names.filter((name) => !Object.hasOwn(form.from, name)),
      { ...facts, found },
    ),
  );
}

function stateOf(
  form: WireForm,
  names: readonly string[],
  { answers, found, shown }: SectionFacts,
): SectionState {
  if (names.length === 0) return 'empty';
  const isOwn = (path: string) => names.includes(rootOf(path));
  if (Object.keys(shown).some(isOwn)) return 'wrong';
  const defaults = propertiesOf(form.schema);
  const isStarted = names.some(
    (name) => isAnswered(answers[name]) && answers[name] !== defaults[name]?.['default'],
  );
  if (!isStarted && missingAnswers(form, answers).some(isOwn)) return 'untouched';
  const known = found();
  if (known === null) return 'unknown';
  const open = Object.keys(known).filter(isOwn);
  const isWrong = (path: string) => isAnswered(answerAt(answers, path));
  if (open.some(isWrong)) return 'wrong';
  if (open.length > 0) return isStarted ? 'started' : 'untouched';
  return isStarted || names.some((name) => isAnswered(answers[name])) ? 'done' : 'optional';
}

/** The required questions without an answer. */
export function missingAnswers({ schema }: WireForm, answers: Answers): readonly string[] {
  return requiredOf(schema).filter((name) => !isAnswered(answers[name]));
}

/** The first section that still has something to do; null: none has. */
export function nextSection(states: readonly SectionState[]): number | null {
  const index = states.findIndex((state) => ['untouched', 'started', 'wrong', 'unknown'].includes(state));
  return index < 0 ? null : index;
}
