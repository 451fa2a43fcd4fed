/** One step of a form: its questions, and the answers of other records that it shows. */
import { lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { computeAnswers, readThrough } from '../../portal/forms/computed-answers.ts';
import type { NamedAnswers } from '../../portal/forms/figures.ts';
import { referencesIn } from '../../portal/forms/references.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { FieldTexts } from '../api/problem.ts';
import { useNamedAnswers } from '../data/hooks.ts';
import { Placeholder } from '../page/feedback.tsx';
import { LazyPart } from '../loading/lazy-part.tsx';
import { KnownAnswers } from './answer-lists.tsx';
import { withoutStrays } from './fields/choices-within.ts';
import { isDrawable } from './questions/drawable.ts';
import { Questions } from './questions/questions.tsx';
import { stepSchema } from './step-schema.ts';
import type { FormValidator } from './validator.ts';

const BranchingForm = lazy(async () => ({
  default: (await import('./branching-form.tsx')).BranchingForm,
}));

interface StepFormProps {
  readonly form: WireForm;
  /** Names of the questions to show. */
  readonly names: readonly string[];
  readonly isLast: boolean;
  readonly answers: Answers;
  /** Values of other records. */
  readonly shown: Answers;
  readonly errors: FieldTexts;
  /** Paths of corrected errors. */
  readonly corrected: ReadonlySet<string>;
  /** Null while it loads. */
  readonly validator: FormValidator | null;
  readonly isReadOnly: boolean;
  readonly onChange: (answers: Answers) => void;
}

export function StepForm(props: StepFormProps) {
  const { form, names, isLast, answers, shown, errors, corrected, validator, isReadOnly, onChange } = props;
  // Values of other records are shown above the questions, not asked for.
  const list = names.filter((name) => !Object.hasOwn(form.from, name)).join('\n');
  const { schema, uiSchema } = useMemo(
    () => stepSchema(form, list === '' ? [] : list.split('\n'), isLast),
    [form, list, isLast],
  );
  const isOurs = useMemo(() => isDrawable(schema, uiSchema), [schema, uiSchema]);
  // The same set again must not draw the questions again.
  const right = [...corrected].sort().join('\n');
  const [open, mended] = useMemo(() => partition(errors, right.split('\n')), [errors, right]);
  const [named, setNamed] = useState<NamedAnswers>();
  const change = useCallback(
    (changed: Answers) =>
      onChange(computeAnswers(form, withoutStrays(withoutShown(changed, form), form), named)),
    [onChange, form, named],
  );
  const isNaming = referencesIn(form).some(({ question }) => readThrough(form, question).length > 0);
  const questions = { form, schema, uiSchema, answers, isReadOnly, errors: open, corrected: mended };
  return (
    <>
      {isNaming && !isReadOnly && (
        <NamedFigures form={form} answers={answers} onNamed={setNamed} onChange={onChange} />
      )}
      <KnownAnswers form={form} names={names} shown={shown} />
      {isOurs ? (
        <Questions {...questions} onChange={change} />
      ) : validator === null ? (
        <Placeholder />
      ) : (
        <LazyPart waiting={<Placeholder />}>
          <BranchingForm {...questions} validator={validator} onChange={change} />
        </LazyPart>
      )}
    </>
  );
}

interface NamedFiguresProps extends Pick<StepFormProps, 'form' | 'answers' | 'onChange'> {
  readonly onNamed: (named: NamedAnswers) => void;
}

/** Computes the figures again when the records that answers name have been read: they come after the choice. */
function NamedFigures({ form, answers, onNamed, onChange }: NamedFiguresProps) {
  const named = useNamedAnswers(form, answers);
  useEffect(() => onNamed(named), [named, onNamed]);
  useEffect(() => {
    const computed = computeAnswers(form, answers, named);
    if (computed !== answers) onChange(computed);
  }, [answers, form, named, onChange]);
  return null;
}

function partition(errors: FieldTexts, paths: readonly string[]): readonly [FieldTexts, FieldTexts] {
  const [open, mended] = [false, true].map((isMended) =>
    Object.fromEntries(Object.entries(errors).filter(([path]) => paths.includes(path) === isMended)),
  );
  return [open ?? {}, mended ?? {}];
}

function withoutShown(answers: Answers, { from }: WireForm): Answers {
  if (Object.keys(from).length === 0) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !Object.hasOwn(from, name)));
}
