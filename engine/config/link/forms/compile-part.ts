/** Compiles a part of a form with its nested parts to JSON Schema and UI schema. */
import {
  child,
  type Cursor,
  entries,
  isMapping,
  isPresent,
  items,
  rootOf,
  text,
  texts,
} from '../input/cursor.ts';
import type { AnswerComputation } from '../../../portal/model/form.ts';
import { type LinkContext, report, countUse } from '../input/link-context.ts';
import { boundWords, compileBound, reportBoundsHere } from './bounds.ts';
import { compileLookup } from './choices.ts';
import { checkDefault, compileDefault } from './defaults.ts';
import { linkCondition } from '../conditions/condition.ts';
import { type FigurePlace, linkComputation } from '../figures/link-figure.ts';
import type { CompiledSchema, FormCompilation, FormPosition } from './form-compilation.ts';
import { compileFormat } from './formats.ts';
import { limitPatterns } from './patterns.ts';
import { compileProperties } from './properties.ts';
import { levelBelow, named, referredType } from '../names/properties.ts';
import { propertiesOf } from '../conditions/field-path.ts';
import { countPath, countQuestion, countRows, lookupsOf } from '../names/question-uses.ts';
import { compileRecordChoice } from './record-choices.ts';

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const single = wordsOf(
  'contains additionalProperties not if then else propertyNames unevaluatedItems unevaluatedProperties contentSchema',
);
const lists = wordsOf('prefixItems allOf anyOf oneOf');
const maps = wordsOf('patternProperties dependentSchemas dependencies');
/** Keys that are read elsewhere, are only texts for people, or are inlined. */
const others = wordsOf(
  'when from filledBy formerly lookup ref where label within shape districts outside notBefore notAfter compute default personal source certainty steps verify properties required items examples $ref $defs definitions $schema $id',
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
  const formatted = compileFormat(at, schema, compilation.context);
  const compiled = {
    schema: formatted.schema,
    uiSchema: { ...base.uiSchema, ...formatted.uiSchema, ...own.uiSchema },
  };
  checkDefault(at, compiled, compilation);
  countRows(compilation.context, child(at, 'default'), lookupsOf(at));
  return compiled;
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
  const former = texts(child(at, 'formerly'));
  if (former.length > 0) uiSchema['ui:formerly'] = former;
  const computation = compileComputation(child(at, 'compute'), figurePlace(position, compilation));
  if (computation !== null) uiSchema['ui:compute'] = computation;
  const first = compileDefault(child(at, 'default'), child(at, 'type').value, compilation);
  if (first !== null && 'value' in first) schema['default'] = first.value;
  if (first !== null && 'day' in first) uiSchema['ui:default'] = first.day;
  for (const word of ['source', 'certainty']) {
    const said = text(child(at, word));
    if (said !== null) uiSchema[`ui:${word}`] = said;
  }
  const merge = (part: CompiledSchema) => {
    schema = { ...schema, ...part.schema };
    uiSchema = { ...part.uiSchema, ...uiSchema };
  };
  if (isPresent(child(at, 'lookup'))) merge(compileLookup(child(at, 'lookup'), compilation.context));
  if (isPresent(child(at, 'ref'))) merge(compileRecordChoice(at, position, compilation));
  if (isPresent(child(at, 'items'))) merge(compileItems(child(at, 'items'), position, compilation));
  if (isPresent(child(at, 'properties'))) merge(compileProperties(at, position, compilation, compilePart));
  reportNames(at, { schema, uiSchema }, compilation);
  return { schema, uiSchema };
}

function compileComputation(at: Cursor, place: FigurePlace): AnswerComputation | null {
  const district = text(child(at, 'district'));
  return district === null ? linkComputation(at, place) : { district };
}

/** A figure reads questions of its own level. Conditions of its cases also read those of the levels above. */
function figurePlace({ levels }: FormPosition, { context, isFragment }: FormCompilation): FigurePlace {
  return {
    context,
    name: (at, path) => {
      countPath(context, at, path.split('.'), { from: levels.slice(0, 1), path });
      countNamed(at, path, { context, from: levels.slice(0, 1) });
    },
    condition: (at) =>
      linkCondition(at, context, { where: 'needs', type: null, properties: levels, isFragment }),
  };
}

/** Counts what the path reads of a record that an answer names. */
function countNamed(
  at: Cursor,
  path: string,
  { context, from }: { readonly context: LinkContext; readonly from: readonly Cursor[] },
): void {
  const keys = path.split('.');
  let level = from;
  for (const [depth, key] of keys.slice(0, -1).entries()) {
    const found = named(level, key);
    const type = referredType(found);
    const name = keys[depth + 1] ?? '';
    if (type !== null) {
      const asked = named(propertiesOf(type, context), name);
      countQuestion(context, at, name, asked, { path: { text: path, fromEnd: keys.length - 2 - depth } });
      return;
    }
    level = levelBelow(found, context);
  }
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
  const { schema, uiSchema } = compilePart(at, { ...position, list: position.keys }, compilation);
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
  if (!name.startsWith('#')) countUse(context, 'form', ref, { name });
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
  if (!Array.isArray(names) || !Array.isArray(values)) return;
  const place = child(at, 'ui:enumNames');
  if (names.length !== values.length) {
    report(context, 'form/names-differ', isPresent(place) ? place : at, {
      names: names.length,
      values: values.length,
    });
    return;
  }
  // The rows of a lookup are reported there.
  for (const [index, one] of items(place).entries()) {
    const first = names.indexOf(one.value);
    if (first === index) continue;
    const alike = [first, index].map((which) => String(values[which]));
    report(context, 'form/same-label', one, { name: String(one.value), values: alike });
  }
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}
