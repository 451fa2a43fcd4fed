/** Ids of a field's help and errors, for screen readers. */
import type { WidgetProps } from '@rjsf/utils';

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
