/** What was answered at the steps of a record and is kept with it: an inspection, a class, a list of what was missing. */
import { useFormOf } from '../../api/hooks.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { WireAnsweredForm, WireRecord } from '../../../portal/wire/wire.ts';
import { useSlice } from '../../portal-context.ts';
import { groupFacts } from '../../facts/facts.ts';
import { FactGroups } from './record-facts.tsx';

export function StepAnswers({ record }: { readonly record: WireRecord }) {
  return record.answered.map((step) => (
    <Answered key={step.name} step={step} answers={record.data[step.name]} />
  ));
}

interface AnsweredProps {
  readonly step: WireAnsweredForm;
  readonly answers: unknown;
}

function Answered({ step, answers }: AnsweredProps) {
  const slice = useSlice();
  const { data: form } = useFormOf(step.form);
  if (form === undefined || typeof answers !== 'object' || answers === null) return null;
  // A single answer is a reason, and stands in the history already.
  if (Object.keys(propertiesOf(form.schema)).length < 2) return null;
  return <FactGroups groups={groupFacts(form, Object.fromEntries(Object.entries(answers)), slice)} />;
}
