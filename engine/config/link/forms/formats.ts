/** Our own formats: each becomes a pattern for validators and a widget for input. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { TelephoneRule } from '../../../portal/forms/telephone.ts';
import type { CompiledSchema } from './form-compilation.ts';

interface OwnFormat {
  readonly pattern: string;
  readonly maxLength: number;
  readonly widget: string;
}

const ownFormats: Readonly<Record<string, OwnFormat>> = {
  // Money is text, so that 1320.10 keeps its centavos and no sum uses binary fractions.
  money: { pattern: '^\\d{1,15}(\\.\\d{1,2})?$', maxLength: 18, widget: 'money' },
  phone: { pattern: '^(?=(\\D*\\d){7,15}\\D*$)\\+?[\\d(][\\d ()-]*\\d$', maxLength: 24, widget: 'phone' },
};

/**
 * Replaces one of our own formats; keeps any other.
 * @param telephone how the portal writes telephone numbers
 */
export function compileFormat(schema: JsonSchema, telephone: TelephoneRule): CompiledSchema {
  const { format, ...rest } = schema;
  const own =
    typeof format === 'string' && Object.hasOwn(ownFormats, format) ? ownFormats[format] : undefined;
  if (own === undefined) return { schema, uiSchema: {} };
  const { pattern, maxLength, widget } = own;
  return {
    schema: { type: 'string', maxLength, pattern, ...rest },
    uiSchema: { 'ui:widget': widget, ...(format === 'phone' && { 'ui:telephone': telephone }) },
  };
}
