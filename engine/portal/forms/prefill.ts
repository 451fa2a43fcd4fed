/** Prefills a new record with answers from other records of the same owner. */
import type { Answers } from './form-conditions.ts';
import type { Form } from '../model/form.ts';
import { propertiesOf } from './form-levels.ts';
import type { Portal } from '../model/portal.ts';
import type { Prefill, RecordType } from '../model/record-type.ts';
import { normaliseAnswers } from './written-answers.ts';

interface PrefillSource {
  readonly prefill: Pick<Prefill, 'except'>;
  /** The result of `prefillAnswers`. */
  readonly data: Answers;
}

/** The newest record of a prefill rule. */
export interface PrefillRecord {
  readonly prefill: Prefill;
  readonly number: string | null;
  readonly data: Answers;
}

/** The first answers of a new record, from the newest record of each of its rules. */
export function prefilledAnswers(portal: Portal, form: Form, found: readonly PrefillRecord[]): Answers {
  const sources = found.map(({ prefill, number, data }) => ({
    prefill,
    data: prefillAnswers(prefill, { data: readable(portal.recordTypes[prefill.from], data), number }),
  }));
  // The source form may have asked for the number as plain text.
  return normaliseAnswers(form, firstAnswers(form, sources), portal.locales);
}

/** A field with its own rule is not visible to every reader of the record. */
function readable(from: RecordType | undefined, data: Answers): Answers {
  const isOpen = (name: string) =>
    from === undefined || !Object.hasOwn(from.fields, name) || from.fields[name]?.read.test === 'always';
  return Object.fromEntries(Object.entries(data).filter(([name]) => isOpen(name)));
}

/** The answers of a record, with those that `as` lists under the new record's names. */
export function prefillAnswers(
  { as }: Pick<Prefill, 'as'>,
  { data, number }: { readonly data: Answers; readonly number: string | null },
): Answers {
  const named = Object.entries(as).flatMap(([name, theirs]) => {
    if (theirs === 'number') return [[name, number]];
    return Object.hasOwn(data, theirs) ? [[name, data[theirs]]] : [];
  });
  return named.length === 0 ? data : { ...data, ...Object.fromEntries(named) };
}

/** The questions for the owner that a source answers. Earlier sources win. */
export function firstAnswers(
  form: Pick<Form, 'schema' | 'filledBy'>,
  sources: readonly PrefillSource[],
): Answers {
  const asked = Object.keys(propertiesOf(form.schema)).filter((name) => !Object.hasOwn(form.filledBy, name));
  const answers: Record<string, unknown> = {};
  for (const { prefill, data } of sources) {
    for (const name of asked) {
      if (Object.hasOwn(answers, name) || !Object.hasOwn(data, name)) continue;
      const value = without(data[name], keysBelow(prefill.except, name));
      if (value !== undefined && value !== null && value !== '') answers[name] = value;
    }
  }
  return answers;
}

/** `['lines.gross']` below `lines` is `['gross']`; the name itself is ''. */
function keysBelow(except: readonly string[], name: string): readonly string[] {
  return except.flatMap((path) => {
    if (path === name) return [''];
    return path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [];
  });
}

/** Each row of a list without these keys. */
function without(value: unknown, paths: readonly string[]): unknown {
  if (paths.includes('')) return undefined;
  if (paths.length === 0) return value;
  if (Array.isArray(value)) return value.map((row) => without(row, paths));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, cell]) => {
      const left = without(cell, keysBelow(paths, key));
      return left === undefined ? [] : [[key, left]];
    }),
  );
}
