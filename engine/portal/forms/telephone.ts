/** Writes telephone numbers in one form, so that the same number is always the same text. */
import type { Answers } from './form-conditions.ts';
import type { JsonSchema } from '../model/form.ts';
import { levelOf, propertiesOf } from './form-levels.ts';
import { isMapping, mappingOf } from '../values/is-mapping.ts';

/** The number format of a country. */
export interface TelephoneRule {
  /** Digits after the plus, such as `63`; empty: no numbers are shortened. */
  readonly country: string;
  /** Digits before a national number, such as `0`. */
  readonly trunk: string;
}

const typed = /^\+?[\d\s().\-/‐-―]+$/;
/** A number without a plus that starts with the country's digits and is longer than a national number. */
const shortestWithCountry = 11;

/**
 * `0917 123 4567`, `+63 (917) 123-4567` and `0063 917 1234567` become `09171234567`. A number of another country
 * becomes
 * a plus and its digits. A text that is not a telephone number stays unchanged.
 */
export function writeTelephone(text: string, { country, trunk }: TelephoneRule): string {
  const trimmed = text.trim();
  if (!typed.test(trimmed)) return text;
  const digits = trimmed.replaceAll(/\D/g, '');
  const isForeign = trimmed.startsWith('+') || digits.startsWith('00');
  const number = isForeign && !trimmed.startsWith('+') ? digits.slice(2) : digits;
  const isOfCountry = country !== '' && number.startsWith(country);
  if (isOfCountry && (isForeign || number.length >= shortestWithCountry)) {
    return trunk + withoutTrunk(number.slice(country.length), trunk);
  }
  return isForeign ? `+${number}` : digits;
}

/** People also write `+63 (0)917`. */
function withoutTrunk(number: string, trunk: string): string {
  return trunk !== '' && number.startsWith(trunk) ? number.slice(trunk.length) : number;
}

/**
 * The telephone format of a question, from the compiled form; undefined if it does not ask for a telephone number.
 */
export function telephoneRuleIn(uiSchema: JsonSchema): TelephoneRule | undefined {
  const rule = uiSchema['ui:telephone'];
  return isMapping(rule) && typeof rule.country === 'string' && typeof rule.trunk === 'string'
    ? { country: rule.country, trunk: rule.trunk }
    : undefined;
}

/** The answers with every telephone number in its one form; the same object if nothing changes. */
export function withTelephones<T extends Answers>(
  { schema, uiSchema }: { readonly schema: JsonSchema; readonly uiSchema: JsonSchema },
  answers: T,
): T {
  return written(schema, uiSchema, answers) as T;
}

function written(schema: JsonSchema, uiSchema: JsonSchema, answer: unknown): unknown {
  if (typeof answer === 'string') {
    const rule = telephoneRuleIn(uiSchema);
    return rule === undefined ? answer : writeTelephone(answer, rule);
  }
  if (Array.isArray(answer)) {
    const rows = answer.map((row: unknown) => written(levelOf(schema), mappingOf(uiSchema.items), row));
    return rows.some((row, index) => row !== answer[index]) ? rows : answer;
  }
  if (!isMapping(answer)) return answer;
  const properties = propertiesOf(schema);
  const entries = Object.entries(answer).map(([name, value]): [string, unknown] => [
    name,
    Object.hasOwn(properties, name)
      ? written(properties[name] ?? {}, mappingOf(uiSchema[name]), value)
      : value,
  ]);
  return entries.some(([name, value]) => value !== answer[name]) ? Object.fromEntries(entries) : answer;
}
