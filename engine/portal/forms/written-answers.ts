/**
 * Writes answers as records store them, whatever people typed: one telephone number, tax number, amount or date is
 * always the same text. Browser and server use the same code.
 */
import { writeAmount } from '../writing/amount.ts';
import { writeCode } from '../writing/code.ts';
import { geometryShapes } from '../geography/geometry.ts';
import { writeDay } from '../writing/day.ts';
import { writeLocation } from '../writing/location.ts';
import { writeTime } from '../writing/time.ts';
import { type TelephoneRule, writeTelephone } from '../writing/telephone.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';
import type { JsonSchema } from '../model/form.ts';
import { codeFormatIn, textsAt } from './code-format.ts';
import { computeAnswers } from './computed-answers.ts';
import type { NamedAnswers } from './figures.ts';
import type { Answers, ConditionalForm } from './form-conditions.ts';
import { levelOf, propertiesOf } from './form-levels.ts';
import type { Question } from './form-words.ts';

/** The languages in which people write the names of months. */
export type Languages = readonly string[];

/**
 * The answers as they are stored: written in their formats, and with the computed ones.
 * @param named see `computeAnswers`
 */
export function normaliseAnswers<T extends Answers>(
  form: Question & ConditionalForm,
  answers: T,
  languages: Languages,
  named?: NamedAnswers,
): T {
  return computeAnswers(form, written(form, answers, languages) as T, named);
}

/** How the answer to a question is written; null: as it was typed. */
export function writingOf(
  { schema, uiSchema }: Question,
  languages: Languages,
): ((text: string) => string) | null {
  const telephone = telephoneRuleIn(uiSchema);
  if (telephone !== undefined) return (text) => writeTelephone(text, telephone);
  const code = codeFormatIn(uiSchema);
  if (code !== undefined) return (text) => writeCode(text, code);
  if (uiSchema['ui:widget'] === 'money') return (text) => writeAmount(text, textsAt(uiSchema, 'ui:signs'));
  if (uiSchema['ui:widget'] === 'time') return writeTime;
  const shape = geometryShapes.find((one) => one === uiSchema['ui:shape']);
  if (shape !== undefined) return (text) => writeLocation(text, shape);
  if (schema.format === 'date') return (text) => writeDay(text, languages);
  return schema.format === 'email' ? (text) => text.trim() : null;
}

/** The telephone format of a question; undefined if it does not ask for a telephone number. */
function telephoneRuleIn(uiSchema: JsonSchema): TelephoneRule | undefined {
  const rule = uiSchema['ui:telephone'];
  return isMapping(rule) && typeof rule.country === 'string' && typeof rule.trunk === 'string'
    ? { country: rule.country, trunk: rule.trunk, shapes: textsAt(rule, 'shapes') }
    : undefined;
}

/** Returns the same object if nothing changes. */
function written({ schema, uiSchema }: Question, answer: unknown, languages: Languages): unknown {
  if (typeof answer === 'string') return writingOf({ schema, uiSchema }, languages)?.(answer) ?? answer;
  if (Array.isArray(answer)) {
    const row = { schema: levelOf(schema), uiSchema: mappingOf(uiSchema.items) };
    const rows = answer.map((one: unknown) => written(row, one, languages));
    return rows.some((one, index) => one !== answer[index]) ? rows : answer;
  }
  if (!isMapping(answer)) return answer;
  const properties = propertiesOf(schema);
  const entries = Object.entries(answer).map(([name, value]): [string, unknown] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const question = { schema: property ?? {}, uiSchema: mappingOf(uiSchema[name]) };
    return [name, property === undefined ? value : written(question, value, languages)];
  });
  return entries.some(([name, value]) => value !== answer[name]) ? Object.fromEntries(entries) : answer;
}
