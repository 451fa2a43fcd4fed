/** Compiles each form once and stores the result by its hash. */
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { compileForm } from './compile-form.ts';
import { child, isMapping, isPresent, text, type Cursor } from '../input/cursor.ts';
import { reportUnknown, type LinkContext, countUse } from '../input/link-context.ts';
import { titleFromKey } from '../input/title-from-key.ts';

/**
 * Compiles the form at this place.
 * @param about its default title, and whether other forms include it and nothing asks it alone
 * @returns its hash
 */
export function linkForm(
  at: Cursor,
  about: { readonly title: string; readonly isFragment: boolean },
  context: LinkContext,
): string {
  const place = `${at.file.path}#${at.pointer}`;
  const known = context.formHashes.get(place);
  if (known !== undefined) return known;
  const { form, diagnostics } = compileForm({ ...about, at }, { context });
  context.diagnostics.push(...diagnostics);
  context.forms[form.hash] = form;
  context.formHashes.set(place, form.hash);
  return form.hash;
}

/** The hash of the named form in forms/, or null (reported) if it does not exist. */
export function linkNamedForm(at: Cursor, context: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  const root = context.names.forms.get(name);
  if (root !== undefined) countUse(context, 'form', at, { name });
  if (root !== undefined)
    return linkForm(root, { title: titleOf(name, context), isFragment: false }, context);
  reportUnknown(context, 'record/unknown-form', at, { name, choices: context.names.forms.keys() });
  return null;
}

/**
 * Compiles every form in forms/, so that the mistakes of unused ones are reported too; after all that name a form.
 * @returns the hash of each by the name of its file
 */
export function linkAllForms(context: LinkContext): Record<string, string> {
  const { kinds, forms: named } = context.names;
  const places = [...named.values(), ...[...kinds.values()].map((kind) => child(kind, 'form'))];
  const included = new Set(places.flatMap(({ value }) => (isMapping(value) ? fragmentsOf(value) : [])));
  const forms = [...named].filter(([, root]) => isPresent(child(root, 'properties')));
  return Object.fromEntries(
    forms.map(([name, root]) => {
      // What is asked alone is compiled already.
      const about = { title: titleOf(name, context), isFragment: included.has(name) };
      return [name, linkForm(root, about, context)];
    }),
  );
}

/** A form in forms/ without a title gets the title of its record type. */
function titleOf(form: string, context: LinkContext): string {
  const type = typeOf(form, context);
  const record = type === null ? undefined : context.names.records.get(type);
  return (record && text(child(record, 'title'))) ?? titleFromKey(form);
}

/** The record type that uses this form. */
function typeOf(form: string, { names }: LinkContext): string | null {
  const found = [...names.records].find(([, root]) => text(child(root, 'form')) === form);
  return found?.[0] ?? null;
}

const fragmentsOf = onceForEach((form: object): readonly unknown[] => fragmentsIn(form));

function fragmentsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === '$ref' ? [one] : fragmentsIn(one)));
}
