/** How far each section of a form is: the marks of its task list, and what is still open there. */
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf, requiredOf } from '../../../portal/forms/form-levels.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { answerAt, errorsOf, isAnswered, noErrors } from '../errors/errors.ts';

/**
 * `optional`: nothing is answered and nothing has to be; `empty`: no question applies; `unknown`: it has answers, and the
 * errors in them are not known yet.
 */
export type SectionState = 'untouched' | 'started' | 'done' | 'wrong' | 'optional' | 'empty' | 'unknown';

export interface SectionProgress {
  readonly state: SectionState;
  /** What is missing or wrong; nothing of a section that is not started. */
  readonly open: FieldTexts;
}

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

export function judgeProgress(form: WireForm, facts: SectionFacts): readonly SectionProgress[] {
  let known: FieldTexts | null = null;
  const found = () => (known ??= facts.found());
  return facts.names.map((names) =>
    progressOf(
      form,
      names.filter((name) => !Object.hasOwn(form.from, name)),
      { ...facts, found },
    ),
  );
}

function progressOf(
  form: WireForm,
  names: readonly string[],
  { answers, found, shown }: SectionFacts,
): SectionProgress {
  if (names.length === 0) return withNothingOpen('empty');
  const shownHere = errorsOf(shown, names);
  if (Object.keys(shownHere).length > 0) return { state: 'wrong', open: shownHere };
  const defaults = propertiesOf(form.schema);
  const isStarted = names.some(
    (name) => isAnswered(answers[name]) && answers[name] !== defaults[name]?.['default'],
  );
  if (!isStarted && missingAnswers(form, answers).some((name) => names.includes(name)))
    return withNothingOpen('untouched');
  const known = found();
  if (known === null) return withNothingOpen('unknown');
  const open = errorsOf(known, names);
  const paths = Object.keys(open);
  if (paths.some((path) => isAnswered(answerAt(answers, path)))) return { state: 'wrong', open };
  if (paths.length > 0) return isStarted ? { state: 'started', open } : withNothingOpen('untouched');
  return withNothingOpen(isStarted || names.some((name) => isAnswered(answers[name])) ? 'done' : 'optional');
}

function withNothingOpen(state: SectionState): SectionProgress {
  return { state, open: noErrors };
}

/** The required questions without an answer. */
export function missingAnswers({ schema }: WireForm, answers: Answers): readonly string[] {
  return requiredOf(schema).filter((name) => !isAnswered(answers[name]));
}

/** The first section that still has something to do; null: none has. */
export function nextSection(sections: readonly SectionProgress[]): number | null {
  const index = sections.findIndex(({ state }) =>
    ['untouched', 'started', 'wrong', 'unknown'].includes(state),
  );
  return index < 0 ? null : index;
}

/** The errors in its answers are not known yet. */
export function isUnknown({ state }: SectionProgress): boolean {
  return state === 'unknown';
}
