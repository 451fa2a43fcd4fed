/** The formats of texts: those of JSON Schema, our own, and those that `portal.yaml` declares. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import { amountPattern } from '../../../portal/forms/value-type.ts';
import { hasCheckDigits, isCheckDigitRule } from '../../../portal/writing/check-digits.ts';
import { patternOfShapes } from '../../../portal/writing/code.ts';
import { currencyIn, currencyOf } from '../../../portal/values/currency.ts';
import { linkCurrency } from '../input/currencies.ts';
import { isPattern } from '../../validate/pattern.ts';
import { child, type Cursor, isPresent, text, texts, truth } from '../input/cursor.ts';
import { countUse, type LinkContext, report } from '../input/link-context.ts';
import type { CompiledSchema } from './form-compilation.ts';
import { checkLocationWords, compileLocation } from './locations.ts';
import { isSafePattern } from './patterns.ts';

/** Formats that the validator knows. */
const standard: ReadonlySet<string> = new Set(
  (
    'email date date-time duration uri uri-reference iri iri-reference uri-template uuid hostname ' +
    'idn-hostname idn-email ipv4 ipv6 json-pointer relative-json-pointer regex data-url color password alt-datetime'
  ).split(' '),
);

interface OwnFormat {
  readonly pattern: string;
  readonly maxLength: number;
  readonly widget: string;
}

const ownFormats: Readonly<Record<string, OwnFormat>> = {
  phone: { pattern: '^(?=(\\D*\\d){7,15}\\D*$)\\+?[\\d(][\\d ()-]*\\d$', maxLength: 24, widget: 'phone' },
  // A time of day without a zone: 21:00.
  time: { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5, widget: 'time' },
};

/** A point or an area on a map. */
const location = 'location';

/** Replaces one of our own formats, or one of the portal; keeps any other. */
export function compileFormat(at: Cursor, schema: JsonSchema, context: LinkContext): CompiledSchema {
  if (schema['currency'] !== undefined && schema['format'] !== 'money') {
    report(context, 'currency/not-money', child(at, 'currency'), {});
    const { currency: _, ...without } = schema;
    return compileFormat(at, without, context);
  }
  const { format, currency: _, ...rest } = schema;
  if (format === 'money') return compileAmount(at, rest, context);
  if (format === location) return compileLocation(at, rest, context);
  checkLocationWords(at, context);
  if (typeof format !== 'string' || standard.has(format)) return { schema, uiSchema: {} };
  const { telephone, formats } = context.names;
  const own = Object.hasOwn(ownFormats, format) ? ownFormats[format] : undefined;
  if (own !== undefined) {
    const { pattern, maxLength, widget } = own;
    const words = {
      ...(format === 'phone' && { 'ui:telephone': telephone }),
    };
    return {
      schema: { type: 'string', maxLength, pattern, ...rest },
      uiSchema: { 'ui:widget': widget, ...words },
    };
  }
  const declared = formats.get(format);
  const place = child(at, 'format');
  if (declared !== undefined) {
    countUse(context, 'format', isPresent(place) ? place : at, { name: format });
    return compileCode(declared, rest);
  }
  const choices = [...formats.keys(), 'money', ...Object.keys(ownFormats), location, ...standard];
  report(context, 'form/unknown-format', isPresent(place) ? place : at, { name: format, choices });
  return { schema: rest, uiSchema: {} };
}

/**
 * Money is text, so that 1320.10 keeps its centavos and no sum uses binary fractions. The question names a currency only
 * where it is not that of the portal.
 */
function compileAmount(at: Cursor, rest: JsonSchema, context: LinkContext): CompiledSchema {
  const { moneySigns, constants } = context.names;
  const own = currencyIn(Object.fromEntries(constants));
  const currency = linkCurrency(child(at, 'currency'), context);
  const { sign, decimals } = currencyOf(currency, own);
  const signs = currency === undefined ? moneySigns : [...new Set([sign.trim(), currency])];
  return {
    schema: { type: 'string', maxLength: 18, pattern: amountPattern(decimals), ...rest },
    uiSchema: {
      'ui:widget': 'money',
      ...(signs.length > 0 && { 'ui:signs': signs }),
      ...(currency !== undefined && { 'ui:currency': currency }),
    },
  };
}

function compileCode(declared: Cursor, rest: JsonSchema): CompiledSchema {
  const { shapes, pattern, longest } = codeAt(declared);
  const check = text(child(declared, 'check'));
  const code = {
    shapes,
    capitals: truth(child(declared, 'capitals')),
    ...(check !== null && { check }),
    example: text(child(declared, 'example')) ?? '',
  };
  return {
    schema: { type: 'string', maxLength: longest, pattern, ...rest },
    uiSchema: { 'ui:code': code },
  };
}

interface CodePattern {
  readonly shapes: readonly string[];
  readonly pattern: string;
  readonly longest: number;
}

const longestCode = 100;

function codeAt(declared: Cursor): CodePattern {
  const shapes = texts(child(declared, 'shapes'));
  if (shapes.length === 0) {
    return { shapes, pattern: text(child(declared, 'pattern')) ?? '', longest: longestCode };
  }
  return {
    shapes,
    pattern: patternOfShapes(shapes),
    longest: Math.max(...shapes.map((shape) => shape.length)),
  };
}

/** Reports a pattern that is not safe, and an example that does not fit its own format. */
export function checkFormats(context: LinkContext): void {
  for (const [name, declared] of context.names.formats) {
    const { pattern, longest } = codeAt(declared);
    const place = child(declared, 'pattern');
    if (!isPattern(pattern)) continue;
    const at = isPresent(place) ? place : child(declared, 'shapes');
    const isSafe = isSafePattern(pattern, { limit: longest, at, context });
    const example = child(declared, 'example');
    const said = text(example) ?? '';
    const check = text(child(declared, 'check'));
    const isChecked = !isCheckDigitRule(check) || hasCheckDigits(said, check);
    if (isSafe && !(new RegExp(pattern, 'u').test(said) && isChecked))
      report(context, 'portal/odd-example', example, { name, example: said });
  }
}
