/** Ids of what belongs to a field: its help and its errors, for those who hear the page. */
import type { WidgetProps } from '@rjsf/utils';

export function helpId(id: string): string {
  return `${id}-help`;
}

export function errorId(id: string): string {
  return `${id}-error`;
}

/** Undefined where there is nothing to describe it. */
export function describedBy({ id, rawErrors, options, schema }: WidgetProps): string | undefined {
  const hasHelp = typeof options.help === 'string' || typeof schema.description === 'string';
  const hasErrors = rawErrors !== undefined && rawErrors.length > 0;
  const ids = [...(hasErrors ? [errorId(id)] : []), ...(hasHelp ? [helpId(id)] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}
