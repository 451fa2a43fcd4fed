/** One step of a form, shown by the form library; it validates nothing itself. */
import { withTheme } from '@rjsf/core';
import { useCallback, useMemo } from 'react';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Answers } from '../../portal/form-conditions.ts';
import type { FieldErrors } from '../../portal/form-verdict.ts';
import type { WireForm } from '../../portal/slice.ts';
import { toErrorSchema } from './errors.ts';
import type { FormContext } from './form-context.ts';
import { stepSchema } from './step-schema.ts';
import { portalTheme } from './theme.ts';
import type { FormValidator } from './validator.ts';

const ThemedForm = withTheme<Answers, RJSFSchema, FormContext>(portalTheme);

/** A question stays open until somebody answers it: no "No" and no consent that nobody gave. */
const unanswered = { requiredBooleanDefault: 'skip', constAsDefaults: 'never' } as const;

interface StepFormProps {
  readonly form: WireForm;
  /** Names of the questions to show. */
  readonly names: readonly string[];
  readonly isLast: boolean;
  readonly answers: Answers;
  /** Values of other records. */
  readonly shown: Answers;
  readonly errors: FieldErrors;
  readonly validator: FormValidator;
  readonly isReadOnly: boolean;
  readonly onChange: (answers: Answers) => void;
}

export function StepForm(props: StepFormProps) {
  const { form, names, isLast, answers, shown, errors, validator, isReadOnly, onChange } = props;
  // What another record says is shown once it is known; nobody is asked for it.
  const isAsked = (name: string) => !Object.hasOwn(form.from, name) || shown[name] != null;
  const list = names.filter(isAsked).join('\n');
  const { schema, uiSchema } = useMemo(
    () => stepSchema(form, list === '' ? [] : list.split('\n'), isLast),
    [form, list, isLast],
  );
  const extraErrors = useMemo(() => toErrorSchema(errors), [errors]);
  const all = useMemo(() => ({ ...answers, ...askedElsewhere(shown, form) }), [answers, shown, form]);
  const context = useMemo((): FormContext => ({ form, answers }), [form, answers]);
  const change = useCallback(
    ({ formData }: { readonly formData?: Answers | undefined }) =>
      onChange(withoutShown(formData ?? {}, form)),
    [onChange, form],
  );
  return (
    <ThemedForm
      schema={schema}
      uiSchema={uiSchema as UiSchema<Answers, RJSFSchema, FormContext>}
      formData={all}
      formContext={context}
      validator={validator.library}
      extraErrors={extraErrors}
      readonly={isReadOnly}
      onChange={change}
      tagName="div"
      experimental_defaultFormStateBehavior={unanswered}
      noHtml5Validate
      noValidate
      showErrorList={false}
    >
      {/* The buttons stand outside, with those of the other steps. */}
      <></>
    </ThemedForm>
  );
}

/** A record shows more than its form asks for: the columns of lists too. */
function askedElsewhere(shown: Answers, { from }: WireForm): Answers {
  return Object.fromEntries(Object.entries(shown).filter(([name]) => Object.hasOwn(from, name)));
}

function withoutShown(answers: Answers, { from }: WireForm): Answers {
  if (Object.keys(from).length === 0) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !Object.hasOwn(from, name)));
}
