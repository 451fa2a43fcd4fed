/**
 * One step of a form by the form library, with our widgets and frames: it draws branches of a schema (`oneOf`, `if`)
 * and the rare widgets that our own questions do not. It loads only with such a step.
 */
import { type ThemeProps, withTheme } from '@rjsf/core';
import { hashForSchema, type RJSFSchema, type UiSchema, type ValidatorType } from '@rjsf/utils';
import { useMemo } from 'react';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import { fieldId, toErrorSchema } from './errors/errors.ts';
import type { FormContext } from './fields/form-context.ts';
import { ArrayItemTemplate, ArrayTemplate, FieldTemplate, ObjectTemplate } from './fields/templates.tsx';
import type { QuestionsProps } from './questions/questions.tsx';
import { portalWidgets } from './questions/widgets.ts';
import type { FormValidator } from './validator.ts';

const Nothing = () => null;

const portalTheme: ThemeProps = {
  widgets: {
    TextWidget: portalWidgets.text,
    EmailWidget: portalWidgets.email,
    PasswordWidget: portalWidgets.password,
    DateWidget: portalWidgets.date,
    DateTimeWidget: portalWidgets['date-time'],
    TextareaWidget: portalWidgets.textarea,
    SelectWidget: portalWidgets.select,
    RadioWidget: portalWidgets.radio,
    CheckboxWidget: portalWidgets.checkbox,
    CheckboxesWidget: portalWidgets.checkboxes,
    UpDownWidget: portalWidgets.updown,
    RangeWidget: portalWidgets.range,
    money: portalWidgets.money,
    phone: portalWidgets.phone,
    number: portalWidgets.number,
    location: portalWidgets.location,
    area: portalWidgets.area,
    record: portalWidgets.record,
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

interface BranchingFormProps extends QuestionsProps {
  readonly validator: FormValidator;
}

export function BranchingForm(props: BranchingFormProps) {
  const { form, schema, uiSchema, answers, errors, corrected, isReadOnly, validator, onChange } = props;
  const library = useMemo(() => libraryOf(validator), [validator]);
  const extraErrors = useMemo(() => toErrorSchema(errors), [errors]);
  const context = useMemo((): FormContext => {
    const entries = Object.entries(corrected).map(([path, messages]) => [fieldId(path), messages] as const);
    return { form, answers, corrected: new Map(entries) };
  }, [form, answers, corrected]);
  return (
    <ThemedForm
      schema={schema}
      uiSchema={uiSchema as UiSchema<Answers, RJSFSchema, FormContext>}
      formData={answers}
      formContext={context}
      validator={library}
      extraErrors={extraErrors}
      readonly={isReadOnly}
      onChange={({ formData }) => onChange(formData ?? {})}
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
}

/** The library validates nothing here: `judge` does, over all steps at once. */
function libraryOf({ parts }: FormValidator): ValidatorType<Answers> {
  return {
    isValid(schema, data) {
      const key = hashForSchema(schema);
      return Object.hasOwn(parts, key) ? (parts[key]?.(data) ?? false) : false;
    },
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({ errors: [] }),
  };
}
