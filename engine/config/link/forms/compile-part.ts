/** Compiles a part of a form with its nested parts to JSON Schema and UI schema, its formats and patterns included. */
import type { TelephoneRule } from '../../../portal/forms/telephone.ts';
import { type JsonSchema, longestName, longestText } from '../../../portal/model/form.ts';
import { isAmbiguous } from '../../../portal/patterns/is-ambiguous.ts';
import { linearPattern, type LinearPattern } from '../../../portal/patterns/linear-pattern.ts';
import { isPattern } from '../../validate/pattern.ts';
import { child, type Cursor, entries, isMapping, isPresent, items, rootOf, text } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';
import { boundWords, compileBound, reportBoundsHere } from './bounds.ts';
import { compileLookup } from './choices.ts';
import type { CompiledSchema, FormCompilation, FormPosition } from './form-compilation.ts';
import { compileProperties } from './properties.ts';

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const single = wordsOf(
  'contains additionalProperties not if then else propertyNames unevaluatedItems unevaluatedProperties contentSchema',
);
const lists = wordsOf('prefixItems allOf anyOf oneOf');
const maps = wordsOf('patternProperties dependentSchemas dependencies');
/** Keys that are read elsewhere, are only texts for people, or are inlined. */
const others = wordsOf(
  'when from filledBy lookup within notBefore notAfter personal source certainty steps verify properties required items examples $ref $defs definitions $schema $id',
);

export function compilePart(
  at: Cursor,
  position: FormPosition,
  compilation: FormCompilation,
): CompiledSchema {
  if (!isMapping(at.value)) return { schema: at.value === false ? { not: {} } : {}, uiSchema: {} };
  const base = compileReference(at, position, compilation);
  const own = compileWords(at, position, compilation);
  const schema = limitPatterns(at, { ...base.schema, ...own.schema }, compilation.context);
  const formatted = compileFormat(schema, compilation.context.names.telephone);
  return {
    schema: formatted.schema,
    uiSchema: { ...base.uiSchema, ...formatted.uiSchema, ...own.uiSchema },
  };
}

function compileWords(at: Cursor, position: FormPosition, compilation: FormCompilation): CompiledSchema {
  let schema: Record<string, unknown> = {};
  let uiSchema: Record<string, unknown> = {};
  const inner: FormPosition = { ...position, keys: null };
  for (const [key, value] of entries(at)) {
    if (key.startsWith('ui:')) uiSchema[key] = value.value;
    else if (single.has(key)) schema[key] = compileInner(value, inner, compilation);
    else if (lists.has(key)) schema[key] = items(value).map((one) => compileInner(one, inner, compilation));
    else if (maps.has(key)) schema[key] = compileMap(value, inner, compilation);
    else if (!others.has(key)) schema[key] = value.value;
  }
  if (position.keys === null) reportBoundsHere(at, compilation);
  for (const word of boundWords) {
    const bound = compileBound(child(at, word), compilation);
    if (bound !== null) uiSchema[`ui:${word}`] = bound;
  }
  for (const word of ['source', 'certainty']) {
    const said = text(child(at, word));
    if (said !== null) uiSchema[`ui:${word}`] = said;
  }
  const merge = (part: CompiledSchema) => {
    schema = { ...schema, ...part.schema };
    uiSchema = { ...part.uiSchema, ...uiSchema };
  };
  if (isPresent(child(at, 'lookup'))) merge(compileLookup(child(at, 'lookup'), compilation.context));
  if (isPresent(child(at, 'items'))) merge(compileItems(child(at, 'items'), position, compilation));
  if (isPresent(child(at, 'properties'))) merge(compileProperties(at, position, compilation, compilePart));
  reportNames(at, { schema, uiSchema }, compilation);
  return { schema, uiSchema };
}

function compileMap(at: Cursor, position: FormPosition, compilation: FormCompilation): object {
  return Object.fromEntries(entries(at).map(([key, one]) => [key, compileInner(one, position, compilation)]));
}

/** `true` and `false` are valid schemas. */
function compileInner(at: Cursor, position: FormPosition, compilation: FormCompilation): unknown {
  return isMapping(at.value) ? compilePart(at, position, compilation).schema : at.value;
}

/** Names of choices may be on the list or on its rows; the form library accepts both. */
function compileItems(at: Cursor, position: FormPosition, compilation: FormCompilation): CompiledSchema {
  const { schema, uiSchema } = compilePart(at, position, compilation);
  const names = uiSchema['ui:enumNames'];
  return {
    schema: { items: schema },
    uiSchema: {
      ...(names === undefined ? {} : { 'ui:enumNames': names }),
      ...(Object.keys(uiSchema).length === 0 ? {} : { items: uiSchema }),
    },
  };
}

/** Inlines the target of `$ref`: a file of forms/, or a place in the same file. */
function compileReference(at: Cursor, position: FormPosition, compilation: FormCompilation): CompiledSchema {
  const ref = child(at, '$ref');
  const name = text(ref);
  const { context } = compilation;
  if (name === null) return { schema: {}, uiSchema: {} };
  const target = name.startsWith('#') ? placeIn(at, name) : context.names.forms.get(name);
  if (target === undefined || !isPresent(target)) {
    report(context, 'form/unknown-fragment', ref, { name, choices: [...context.names.forms.keys()] });
    return { schema: {}, uiSchema: {} };
  }
  const identity = `${target.file.path}#${target.pointer}`;
  if (position.inside.includes(identity)) {
    report(context, 'form/circular-fragment', ref, { name });
    return { schema: {}, uiSchema: {} };
  }
  const { schema, uiSchema } = compilePart(
    target,
    { ...position, inside: [...position.inside, identity] },
    compilation,
  );
  return { schema, uiSchema };
}

/** `#/$defs/person` is relative to the root of the form, which in a requirement kind is not the root of the file. */
function placeIn(at: Cursor, reference: string): Cursor | undefined {
  const keys = reference
    .slice(1)
    .split('/')
    .filter((key) => key !== '')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const roots = [rootOf(at.file), child(rootOf(at.file), 'form')];
  return roots.map((root) => keys.reduce<Cursor>(child, root)).find(isPresent);
}

function reportNames(at: Cursor, { schema, uiSchema }: CompiledSchema, { context }: FormCompilation): void {
  const names = uiSchema['ui:enumNames'];
  const rows = isMapping(schema.items) ? schema.items : {};
  const values = Array.isArray(schema.enum) ? schema.enum : rows.enum;
  if (!Array.isArray(names) || !Array.isArray(values) || names.length === values.length) return;
  const place = child(at, 'ui:enumNames');
  report(context, 'form/names-differ', isPresent(place) ? place : at, {
    names: names.length,
    values: values.length,
  });
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}

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
function compileFormat(schema: JsonSchema, telephone: TelephoneRule): CompiledSchema {
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

/** Length of a text times size of its pattern: a tenth of a second in the worst case. */
const mostSteps = 2_000_000;

/** A rejected pattern is removed, so that no example is matched with it. */
function limitPatterns(at: Cursor, schema: JsonSchema, context: LinkContext): JsonSchema {
  return withSafeNames(at, withSafePattern(at, schema, context), context);
}

function withSafePattern(at: Cursor, schema: JsonSchema, context: LinkContext): JsonSchema {
  const { pattern, ...rest } = schema;
  if (typeof pattern !== 'string') return schema;
  const place = child(at, 'pattern');
  const limit = typeof schema.maxLength === 'number' ? schema.maxLength : longestText;
  const isSafe = isSafePattern(pattern, { limit, at: isPresent(place) ? place : at, context });
  return isSafe ? { ...rest, maxLength: limit, pattern } : rest;
}

function withSafeNames(at: Cursor, schema: JsonSchema, context: LinkContext): JsonSchema {
  const said = entries(child(at, 'patternProperties'));
  const unsafe = said.filter(
    ([pattern, place]) => !isSafePattern(pattern, { limit: longestName, at: place, context }),
  );
  if (unsafe.length === 0) return schema;
  const names = new Set(unsafe.map(([pattern]) => pattern));
  const { patternProperties, ...rest } = schema;
  const safe = Object.entries(Object(patternProperties)).filter(([pattern]) => !names.has(pattern));
  return { ...rest, patternProperties: Object.fromEntries(safe) };
}

interface Use {
  /** The longest text that the pattern may match. */
  readonly limit: number;
  readonly at: Cursor;
  readonly context: LinkContext;
}

function isSafePattern(pattern: string, { limit, at, context }: Use): boolean {
  // The schema of form files already rejects it.
  if (!isPattern(pattern)) return false;
  const { server, backtracks } = patternCost(pattern);
  if (server.is === 'not-linear') {
    report(context, 'form/pattern-not-linear', at, { pattern, word: server.word });
    return false;
  }
  if (backtracks) {
    report(context, 'form/pattern-backtracks', at, { pattern });
    return false;
  }
  const most = Math.floor(mostSteps / Math.max(1, server.size));
  if (limit <= most) return true;
  report(context, 'form/pattern-slow', at, { pattern, size: server.size, limit, most });
  return false;
}

interface PatternCost {
  /** The server matches it in linear time. */
  readonly server: LinearPattern;
  /** A browser, which backtracks, can take hours for a short text. */
  readonly backtracks: boolean;
}

const known = new Map<string, PatternCost>();

/** @param pattern a valid regular expression */
function patternCost(pattern: string): PatternCost {
  const found = known.get(pattern) ?? { server: linearPattern(pattern), backtracks: isAmbiguous(pattern) };
  known.set(pattern, found);
  return found;
}
