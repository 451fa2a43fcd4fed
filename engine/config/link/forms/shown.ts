/** Questions that are not asked but shown from a record above: what they are called and how they read, their source says. */
import { child, entries, isMapping, isSaid, text, type Cursor } from '../reading/cursor.ts';
import { lacksForm, propertiesOf } from '../conditions/field-path.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import type { CompiledSchema, FormCompilation, CompilePart } from './form-compilation.ts';

/** Words that say how something is asked; what is shown only is not. */
const asking = ['default', 'const', 'minItems', 'maxItems'];
const helping = ['ui:help', 'ui:addLabel', 'ui:widget', 'ui:source', 'ui:certainty'];

/** The path (`type.field`) that a property is shown from, or null where it is asked. */
export function sourceOf(property: Cursor): Cursor | null {
  const source = child(property, 'from');
  const path = isMapping(source.value) ? child(source, 'field') : source;
  return text(path) === null ? null : path;
}

/** What the source says of the property, with what the property says itself on top. */
export function withSource(
  own: CompiledSchema,
  path: Cursor,
  { compilation, compilePart }: { readonly compilation: FormCompilation; readonly compilePart: CompilePart },
): CompiledSchema {
  const source = findSource(path, compilation);
  // What is wrong in the source is said there.
  const quiet: FormCompilation = {
    ...compilation,
    context: { ...compilation.context, diagnostics: [] },
    conditions: [],
    from: {},
    filledBy: {},
  };
  const base =
    source === null
      ? { schema: {}, uiSchema: {} }
      : compilePart(source, { keys: [''], levels: [], inside: [] }, quiet);
  return {
    schema: { ...without({ ...base.schema, ...own.schema }, asking), readOnly: true },
    uiSchema: { ...without(base.uiSchema, helping), ...own.uiSchema },
  };
}

/** The property that the path names; null where it names a derived value, or nothing (reported). */
function findSource(path: Cursor, { context }: FormCompilation): Cursor | null {
  const [type = '', name = '', ...rest] = (text(path) ?? '').split('.');
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
  const levels = propertiesOf(type, context);
  const found = levels.map((level) => child(level, name)).find(isSaid);
  if (found !== undefined && rest.length === 0) return found;
  const isDerived = isSaid(child(child(record, 'derived'), name));
  if (!isDerived && !columns.has(name) && !lacksForm(record, context.names)) {
    const choices = new Set(levels.flatMap((level) => entries(level).map(([key]) => key)));
    reportUnknown(context, 'condition/unknown-field', path, { name: [name, ...rest].join('.'), choices });
  }
  return null;
}

/** The step whose answer the path names, with the record type or without; null where it names none. */
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

/** What every record has beside its answers. */
const columns: ReadonlySet<string> = new Set(
  'number state kind office unit due created updated owner'.split(' '),
);

function without(
  words: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)));
}
