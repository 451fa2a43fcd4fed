/** The names of all steps beside the form, with their marks; those of the other steps stay while somebody types. */
import { useMemo, useState } from 'react';
import { formMessages } from '../../locales/forms.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { text } from '../language/text.ts';
import { isUnknown } from './sections/section-states.ts';
import { StepIndicator } from './sections/step-indicator.tsx';
import type { FormSteps } from './use-form-steps.ts';

interface StepNamesProps {
  readonly form: WireForm;
  readonly steps: FormSteps;
}

export function StepNames({ form, steps }: StepNamesProps) {
  const { step, listed, judgeSections } = steps;
  const [judged, setJudged] = useState(() => ({ form, step, listed, sections: judgeSections() }));
  const isOld = judged.form !== form || judged.step !== step || judged.listed !== listed;
  if (isOld || judged.sections.some(isUnknown)) {
    const sections = judgeSections();
    if (isOld || !sections.some(isUnknown)) setJudged({ form, step, listed, sections });
  }
  const titles = useMemo(
    () => [...form.steps.map(({ title }) => title), text(formMessages.checkAnswers)],
    [form],
  );
  return <StepIndicator titles={titles} sections={judged.sections} current={step} onOpen={steps.open} />;
}
