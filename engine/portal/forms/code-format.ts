/** The format of a code as the compiled form carries it. */
import { formMessages } from '../../locales/forms.ts';
import { message, type Message } from '../../locales/message.ts';
import type { JsonSchema } from '../model/form.ts';
import { answersBelow } from '../values/answers-below.ts';
import { isMapping } from '../values/is-mapping.ts';
import { hasCheckDigits, isCheckDigitRule } from '../writing/check-digits.ts';
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

/** Each code whose check digits do not belong to the rest: its path and what to do. */
export function wrongCodes(uiSchema: JsonSchema, answers: unknown): [string, Message][] {
  return answersBelow(uiSchema, answers).flatMap(({ path, words, answer }): [string, Message][] => {
    const rule = codeFormatIn(words)?.check ?? null;
    if (rule === null || typeof answer !== 'string' || hasCheckDigits(answer, rule)) return [];
    return [[path, message(formMessages.mistyped)]];
  });
}
