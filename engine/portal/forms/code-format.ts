/** The format of a code as the compiled form carries it. */
import type { JsonSchema } from '../model/form.ts';
import { isMapping } from '../values/is-mapping.ts';
import { isCheckDigitRule } from '../writing/check-digits.ts';
import type { CodeFormat } from '../writing/code.ts';

/** The format of a code; undefined if the question does not ask for one. */
export function codeFormatIn(uiSchema: JsonSchema): CodeFormat | undefined {
  const format = uiSchema['ui:code'];
  if (!isMapping(format)) return undefined;
  return {
    shapes: textsAt(format, 'shapes'),
    capitals: format.capitals === true,
    check: isCheckDigitRule(format.check) ? format.check : null,
    example: String(format.example ?? ''),
  };
}

/** The texts of a list; `[]` if there is none. */
export function textsAt(mapping: JsonSchema, key: string): string[] {
  const texts = mapping[key];
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
}
