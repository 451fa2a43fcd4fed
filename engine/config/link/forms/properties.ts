/** Compiles the questions of one level of a form: its root, a mapping, or the rows of a list. */
import { linkCondition, noteAbsent } from '../conditions/condition.ts';
import { child, entries, isPresent, items, oneOrMore, text, texts, type Cursor } from '../input/cursor.ts';
import { departmentsOf } from '../names/department-names.ts';
import { report } from '../input/link-context.ts';
import type { CompiledSchema, FormCompilation, FormPosition, CompilePart } from './form-compilation.ts';
import { branchesOf, withinOf } from './choices.ts';
import { checkBounds } from './bounds.ts';
import { sourceOf, withSource } from './shown.ts';
import { named, referredType } from '../names/properties.ts';
import { countPath, countQuestion } from '../names/question-uses.ts';

/** Used if the key is missing. */
const nothing = { value: undefined } as Cursor;

/** Compiles `properties` and `required` of the mapping at this place. */
export function compileProperties(
  at: Cursor,
  position: FormPosition,
  compilation: FormCompilation,
  compilePart: CompilePart,
): CompiledSchema {
  const properties = child(at, 'properties');
  const levels = [properties, ...position.levels];
  const schema: Record<string, unknown> = {};
  const uiSchema: Record<string, unknown> = {};
  const branches: object[] = [];
  for (const [name, property] of entries(properties)) {
    const keys = position.keys && [...position.keys, name];
    const own = compilePart(property, { ...position, keys, levels }, compilation);
    const source = keys?.length === 1 ? readOwnWords(name, property, compilation) : null;
    const compiled =
      source === null ? own : withSource(own, source, { level: properties, compilation, compilePart });
    schema[name] = compiled.schema;
    if (Object.keys(compiled.uiSchema).length > 0) uiSchema[name] = compiled.uiSchema;
    const within = withinOf(property, properties, compilation.context);
    if (within !== null && Array.isArray(compiled.schema.enum)) {
      uiSchema[name] = { ...compiled.uiSchema, 'ui:within': within };
      branches.push(...branchesOf(name, within, compiled.schema.enum));
    }
    for (const former of oneOrMore(child(property, 'formerly'))) {
      const earlier = text(former) ?? '';
      if (isPresent(child(properties, earlier)))
        report(compilation.context, 'former/still-there', former, { kind: 'question', name: earlier });
    }
    compileWhen({ name, property, at, keys, levels }, compilation);
    checkBounds(property, properties, compilation);
    countParts(child(property, 'compute'), properties, compilation);
  }
  const required = compileRequired(at, position, compilation);
  return {
    schema: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: schema,
      ...(branches.length > 0 && { allOf: branches }),
    },
    uiSchema,
  };
}

/** A computation names questions of its level, or of the rows of a list in it: `lines.capital`. */
function countParts(at: Cursor, level: Cursor, { context }: FormCompilation): void {
  for (const part of entries(at).flatMap(([, one]) => oneOrMore(one))) {
    const path = text(part) ?? '';
    countPath(context, part, path.split('.'), { from: [level], path });
  }
}

/** Reads `from` and `filledBy`. Returns the path if the property is only shown from another record. */
function readOwnWords(
  name: string,
  property: Cursor,
  { context, from, filledBy, sections }: FormCompilation,
): Cursor | null {
  const by = [child(property, 'filledBy'), sectionWord('filledBy', name, sections)].find(isPresent);
  if (by !== undefined) filledBy[name] = departmentsOf(by, context);
  const source = sourceOf(property);
  if (source !== null) from[name] = text(source) ?? '';
  return source;
}

interface FormQuestion {
  readonly name: string;
  readonly property: Cursor;
  /** The mapping that contains the question. */
  readonly at: Cursor;
  readonly keys: readonly string[] | null;
  readonly levels: readonly Cursor[];
}

function compileWhen({ name, property, at, keys, levels }: FormQuestion, compilation: FormCompilation): void {
  const { context, conditions, isFragment } = compilation;
  const said = whensOf(name, property, keys, compilation);
  const place = { where: 'needs', type: null, properties: levels, isFragment } as const;
  if (said.length === 0) {
    if (keys !== null) noteAbsent(child(property, 'when'), context, place);
    return;
  }
  if (keys === null) {
    for (const when of said) report(context, 'form/when-not-here', when, {});
    return;
  }
  const [first, ...more] = said.map((when) => linkCondition(when, context, place));
  if (first === undefined) return;
  if (keys.length > 1) for (const when of said) reportReferredInRow(when, { name, levels }, compilation);
  conditions.push({
    property: keys.join('.'),
    when: more.length === 0 ? first : { test: 'all', of: [first, ...more] },
    isRequired: texts(child(at, 'required')).includes(name) && isAnswered(name, property, compilation),
  });
}

/**
 * Names of questions that are always required. A conditional question is required by its condition, and a question
 * that others answer never is.
 */
function compileRequired(at: Cursor, { keys, levels }: FormPosition, compilation: FormCompilation): string[] {
  const properties = child(at, 'properties');
  // Inside `then` and similar keywords, `required` may name questions of the outer levels.
  const known = [properties, ...(keys === null ? levels : [])];
  return items(child(at, 'required')).flatMap((one) => {
    const name = text(one) ?? '';
    const property = known.map((level) => child(level, name)).find(isPresent);
    if (property === undefined) {
      const choices = known.flatMap((level) => entries(level).map(([key]) => key));
      report(compilation.context, 'form/unknown-required', one, { name, choices });
      return [];
    }
    countQuestion(compilation.context, one, name, [property]);
    if (keys === null) return [name];
    const isConditional = whensOf(name, property, [...keys, name], compilation).length > 0;
    return isConditional || !isAnswered(name, property, compilation) ? [] : [name];
  });
}

/** The `when` of the question and of its step. */
function whensOf(
  name: string,
  property: Cursor,
  keys: readonly string[] | null,
  { sections }: FormCompilation,
): Cursor[] {
  const step = keys?.length === 1 ? [sectionWord('when', name, sections)] : [];
  return [child(property, 'when'), ...step].filter(isPresent);
}

/** Returns true if the person who fills in the form answers the question. */
function isAnswered(name: string, property: Cursor, { sections }: FormCompilation): boolean {
  return ![
    child(property, 'from'),
    child(property, 'filledBy'),
    child(property, 'compute'),
    sectionWord('filledBy', name, sections),
  ].some(isPresent);
}

function sectionWord(word: 'when' | 'filledBy', name: string, sections: FormCompilation['sections']): Cursor {
  const step = sections.get(name);
  return step === undefined ? nothing : child(step, word);
}

interface ConditionalQuestion {
  readonly name: string;
  /** The questions of its row first. */
  readonly levels: readonly Cursor[];
}

/** Only the record knows what its answers name, and a condition of a row is decided for each row. */
function reportReferredInRow(
  when: Cursor,
  { name, levels }: ConditionalQuestion,
  { context }: FormCompilation,
): void {
  for (const at of fieldsIn(when)) {
    const path = text(at) ?? '';
    const [first = '', ...rest] = path.split('.');
    const beside = named(levels.slice(0, 1), first);
    if (rest.length > 0 && referredType(beside) !== null)
      report(context, 'form/reference-in-row', at, { name, path });
  }
}

/** The places in a condition that name a field. */
function fieldsIn(at: Cursor): Cursor[] {
  if (Array.isArray(at.value)) return items(at).flatMap(fieldsIn);
  return entries(at).flatMap(([key, one]) => (key === 'field' ? oneOrMore(one) : fieldsIn(one)));
}
