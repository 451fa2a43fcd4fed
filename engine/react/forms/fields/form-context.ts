/** What a question is drawn from, what all questions of a form share, and the texts that describe a question. */
import type { WidgetProps as LibraryProps } from '@rjsf/utils';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';

type UsedProps =
  | 'id'
  | 'value'
  | 'label'
  | 'required'
  | 'disabled'
  | 'readonly'
  | 'multiple'
  | 'rawErrors'
  | 'options'
  | 'schema'
  | 'uiSchema';

/** The part of the form library's props that our widgets use, so that both can draw them. */
export interface WidgetProps extends Pick<LibraryProps, UsedProps> {
  readonly onChange: (value: unknown) => void;
  readonly registry: { readonly formContext: Partial<FormContext> };
}

export interface FormContext {
  readonly form: WireForm;
  /** The answers of the form; of a question drawn alone, those that it depends on. */
  readonly answers: Answers;
  /** Corrected errors by field id: they keep their place, so that the layout does not move during a tap. */
  readonly corrected: ReadonlyMap<string, readonly string[]>;
}

export function helpId(id: string): string {
  return `${id}-help`;
}

export function errorId(id: string): string {
  return `${id}-error`;
}

/** Undefined if nothing describes it. */
export function describedBy({ id, rawErrors, options, schema }: WidgetProps): string | undefined {
  const hasHelp = typeof options.help === 'string' || typeof schema.description === 'string';
  const hasErrors = rawErrors !== undefined && rawErrors.length > 0;
  const ids = [...(hasErrors ? [errorId(id)] : []), ...(hasHelp ? [helpId(id)] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}
