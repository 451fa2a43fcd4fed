/** One step of a form: its questions, rendered by the form library with our widgets and templates. */
import { type ThemeProps, withTheme } from '@rjsf/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useCallback, useMemo } from 'react';
import { computeAnswers } from '../../portal/forms/computed-answers.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { FieldTexts } from '../api/problem.ts';
import { KnownAnswers } from './answer-lists.tsx';
import { fieldId, toErrorSchema } from './errors/errors.ts';
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from './fields/choice-widgets.tsx';
import { withoutStrays } from './fields/choices-within.ts';
import type { FormContext } from './fields/form-context.ts';
import { ArrayItemTemplate, ArrayTemplate, FieldTemplate, ObjectTemplate } from './fields/templates.tsx';
import {
  DateTimeWidget,
  DateWidget,
  EmailWidget,
  MoneyWidget,
  NumberWidget,
  PasswordWidget,
  PhoneWidget,
  TextareaWidget,
  TextWidget,
} from './fields/text-widgets.tsx';
import { stepSchema } from './step-schema.ts';
import type { FormValidator } from './validator.ts';

const Nothing = () => null;

const portalTheme: ThemeProps = {
  widgets: {
    TextWidget,
    EmailWidget,
    PasswordWidget,
    DateWidget,
    DateTimeWidget,
    TextareaWidget,
    SelectWidget,
    RadioWidget,
    CheckboxWidget,
    CheckboxesWidget,
    UpDownWidget: NumberWidget,
    RangeWidget: NumberWidget,
    money: MoneyWidget,
    phone: PhoneWidget,
    number: NumberWidget,
  },
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    ArrayFieldTemplate: ArrayTemplate,
    ArrayFieldItemTemplate: ArrayItemTemplate,
    // Help and errors are in the frame of the field.
    FieldHelpTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    ErrorListTemplate: Nothing,
  },
};

const ThemedForm = withTheme<Answers, RJSFSchema, FormContext>(portalTheme);

/** A question stays empty until somebody answers it: no default "No", no consent that nobody gave, no empty group. */
const unanswered = {
  requiredBooleanDefault: 'skip',
  constAsDefaults: 'never',
  emptyObjectFields: 'skipEmptyDefaults',
} as const;

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
  readonly validator: FormValidator;
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
  const right = [...corrected].sort().join('\n');
  const extraErrors = useMemo(() => {
    const paths = right.split('\n');
    return toErrorSchema(
      Object.fromEntries(Object.entries(errors).filter(([path]) => !paths.includes(path))),
    );
  }, [errors, right]);
  const context = useMemo((): FormContext => {
    const paths = right === '' ? [] : right.split('\n');
    return { form, answers, corrected: new Map(paths.map((path) => [fieldId(path), errors[path] ?? []])) };
  }, [form, answers, errors, right]);
  const change = useCallback(
    ({ formData }: { readonly formData?: Answers | undefined }) =>
      onChange(computeAnswers(form, withoutStrays(withoutShown(formData ?? {}, form), form))),
    [onChange, form],
  );
  const asked = (
    <ThemedForm
      schema={schema}
      uiSchema={uiSchema as UiSchema<Answers, RJSFSchema, FormContext>}
      formData={answers}
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
      {/* The buttons are outside, with those of the other steps. */}
      <></>
    </ThemedForm>
  );
  return (
    <>
      <KnownAnswers form={form} names={names} shown={shown} />
      {asked}
    </>
  );
}

function withoutShown(answers: Answers, { from }: WireForm): Answers {
  if (Object.keys(from).length === 0) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !Object.hasOwn(from, name)));
}
