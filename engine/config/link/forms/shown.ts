/** Questions that are only shown from a record above, with the texts and the format of their source. */
import { child, entries, isMapping, isPresent, text, type Cursor } from '../input/cursor.ts';
import { lacksForm, propertiesOf } from '../conditions/field-path.ts';
import { typeOfQuestion } from '../../../portal/forms/value-type.ts';
import {
  type JoinedAmount,
  report,
  reportUnknown,
  type LinkContext,
  countUse,
  quietly,
} from '../input/link-context.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import type { CompiledSchema, FormCompilation, CompilePart } from './form-compilation.ts';
import { derivedValueAt } from '../names/derived-values.ts';
import { countQuestion } from '../names/question-uses.ts';
import { named } from '../names/properties.ts';

/** Keys for input, which do not apply to a question that is only shown. */
const asking = ['default', 'const', 'minItems', 'maxItems'];
const helping = ['ui:help', 'ui:addLabel', 'ui:source', 'ui:certainty', 'ui:compute', 'ui:default'];

/** The path (`type.field`) of `from`, or null if the question is asked. */
export function sourceOf(property: Cursor): Cursor | null {
  const source = child(property, 'from');
  const path = isMapping(source.value) ? child(source, 'field') : source;
  return text(path) === null ? null : path;
}

interface ShownQuestion {
  /** The `properties` that contain it. */
  readonly level: Cursor;
  readonly compilation: FormCompilation;
  readonly compilePart: CompilePart;
}

/** The definition of the source, overridden by the keys of the property itself. */
export function withSource(
  own: CompiledSchema,
  path: Cursor,
  { level, compilation, compilePart }: ShownQuestion,
): CompiledSchema {
  const source = findSource(path, level, compilation);
  const base =
    source === null ? { schema: {}, uiSchema: {} } : compileElsewhere(source, compilation, compilePart);
  const parts = [base, own].flatMap(({ uiSchema }): JoinedAmount[] => {
    const type = typeOfQuestion({}, uiSchema);
    return type.type === 'money' ? [{ currency: type.currency }] : [];
  });
  if (parts.length > 1) compilation.context.amounts.push({ at: path, parts });
  return {
    schema: { ...without({ ...base.schema, ...own.schema }, asking), readOnly: true },
    uiSchema: { ...withoutInput(base.uiSchema), ...own.uiSchema },
  };
}

/** A question of another form. Its mistakes are reported there. */
export function compileElsewhere(
  source: Cursor,
  compilation: FormCompilation,
  compilePart: CompilePart,
): CompiledSchema {
  const quiet: FormCompilation = {
    ...compilation,
    context: quietly(compilation.context),
    conditions: [],
    from: {},
    filledBy: {},
  };
  return compilePart(source, { keys: [''], list: null, levels: [], inside: [] }, quiet);
}

/** An amount and a time of day are texts: only their widget says how to write them. */
function withoutInput(words: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const widget = words['ui:widget'];
  const isFormat = widget === 'money' || widget === 'time';
  return without(words, isFormat ? helping : [...helping, 'ui:widget']);
}

/** The property that the path names; null if it is a derived value, or unknown (reported). */
function findSource(path: Cursor, level: Cursor, { context }: FormCompilation): Cursor | null {
  const [first = '', name = '', ...rest] = (text(path) ?? '').split('.');
  const referred = text(child(child(level, first), 'ref'));
  const type = referred ?? first;
  const record = context.names.records.get(type);
  const saved = stepOf(path, context);
  if (saved !== null) {
    report(context, 'form/shows-step', path, saved);
    return null;
  }
  if (record === undefined) {
    reportUnknown(context, 'record/unknown-type', path, {
      name: type,
      choices: context.names.records.keys(),
    });
    return null;
  }
  if (referred === null) countUse(context, 'type', path, { name: type });
  else countQuestion(context, path, first, [child(level, first)]);
  const levels = propertiesOf(type, context);
  countQuestion(context, path, name, named(levels, name));
  const [found] = named(levels, name);
  if (found !== undefined && rest.length === 0) return found;
  const isDerived = isPresent(derivedValueAt(record, name));
  if (isDerived) countUse(context, 'fact', path, { name, of: type });
  if (!isDerived && !columns.has(name) && !lacksForm(record, context.names)) {
    const choices = new Set(levels.flatMap((one) => entries(one).map(([key]) => key)));
    reportUnknown(context, 'condition/unknown-field', path, { name: [name, ...rest].join('.'), choices });
  }
  return null;
}

/** The transition whose answer the path names, with or without the record type; null if there is none. */
function stepOf(path: Cursor, { names }: LinkContext): DetailsOf<'form/shows-step'> | null {
  const segments = (text(path) ?? '').split('.');
  const [first = ''] = segments;
  const isNamed = names.records.has(first);
  const [step = '', answer] = isNamed ? segments.slice(1) : segments;
  if (answer === undefined) return null;
  for (const [type, root] of names.workflows) {
    const isAsked = text(child(child(child(root, 'transitions'), step), 'input')) !== null;
    if (isAsked && (!isNamed || type === first)) return { path: segments.join('.'), type, step, answer };
  }
  return null;
}

/** Columns that every record has besides its answers. */
const columns: ReadonlySet<string> = new Set(
  'number state kind office unit due created updated owner'.split(' '),
);

function without(
  words: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)));
}
