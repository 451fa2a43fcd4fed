/** What the widgets of a form share: its answers, and the texts that describe a question. */
import type { WidgetProps } from '@rjsf/utils';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';

export interface FormContext {
  readonly form: WireForm;
  /** All answers, including those of other steps. */
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
