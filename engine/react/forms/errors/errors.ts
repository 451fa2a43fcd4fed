/** Errors by path, in the shapes of the summary and of the form library. */
import type { ErrorSchema } from '@rjsf/utils';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import { questionAt, type FieldErrors } from '../../../portal/forms/form-verdict.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { tell } from '../../language/tell.ts';

export interface ListedError {
  readonly path: string;
  /** Title of the question; null for an error without a question. */
  readonly title: string | null;
  readonly message: string;
  /** Index of the step with the question; null if there is none. */
  readonly step: number | null;
}

/** The library's key, copied: importing the constant would load its package on pages without a form. */
const errorsKey = '__errors';

export const noErrors: FieldTexts = Object.freeze({});

/** Errors that the browser found, in the language of the page. */
export function tellErrors(errors: FieldErrors): FieldTexts {
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [path, messages.map(tell)]));
}

/** In the order of the form. */
export function listErrors(form: WireForm, errors: FieldTexts): ListedError[] {
  const listed = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message): ListedError => {
      const title = titleOf(form, path);
      return { path, title, message, step: stepOf(form, path, title !== null) };
    }),
  );
  const places = new Map(listed.map(({ path }) => [path, placesOf(form, path)]));
  return listed.sort((a, b) => compare(places.get(a.path) ?? [], places.get(b.path) ?? []));
}

/** The position of the question at each level: form, list, row. Unknown questions come last. */
function placesOf(form: WireForm, path: string): number[] {
  const order = form.steps.flatMap(({ properties }) => properties);
  const keys = path.split('.');
  return keys.map((key, level) => {
    if (/^\d+$/.test(key)) return Number(key);
    const { properties = {} } = questionAt(form, keys.slice(0, level)).schema;
    const place = (level === 0 ? order : Object.keys(properties as object)).indexOf(key);
    return place < 0 ? Infinity : place;
  });
}

function compare(a: readonly number[], b: readonly number[]): number {
  const level = a.findIndex((place, index) => place !== b[index]);
  return level < 0 ? a.length - b.length : (a[level] ?? -1) - (b[level] ?? -1);
}

/** A question that a branch of the schema adds is in the last step. */
function stepOf({ steps }: WireForm, path: string, isQuestion: boolean): number | null {
  const step = steps.findIndex(({ properties }) => properties.includes(rootOf(path)));
  if (step >= 0) return step;
  return isQuestion ? steps.length - 1 : null;
}

/** "Lines of business 2: Number of units" */
function titleOf(form: WireForm, path: string): string | null {
  const keys = path.split('.');
  const titles: string[] = [];
  keys.forEach((key, index) => {
    const { schema } = questionAt(form, keys.slice(0, index + 1));
    if (/^\d+$/.test(key)) titles.push(rowName(questionAt(form, keys.slice(0, index)), titles.pop(), key));
    else if (typeof schema.title === 'string') titles.push(schema.title);
  });
  return titles.length === 0 ? null : titles.join(': ');
}

/** The heading of the row on the page, or else of its list. */
function rowName({ uiSchema }: ReturnType<typeof questionAt>, list = '', index: string): string {
  const title = uiSchema['ui:rowTitle'];
  return `${typeof title === 'string' ? title : list} ${Number(index) + 1}`.trim();
}

/** Only the errors of these questions. */
export function errorsOf(errors: FieldTexts, names: readonly string[]): FieldTexts {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => names.includes(rootOf(path))));
}

export function toErrorSchema(errors: FieldTexts): ErrorSchema<Answers> {
  const root: Branch = {};
  for (const [path, messages] of Object.entries(errors)) {
    let branch = root;
    for (const key of path.split('.')) branch = (branch[key] ??= {}) as Branch;
    branch[errorsKey] = [...messages];
  }
  return root as ErrorSchema<Answers>;
}

interface Branch {
  [key: string]: Branch | string[];
}

/** Id of the input element of a question. */
export function fieldId(path: string): string {
  return `root_${path.replaceAll('.', '_')}`;
}

/** The top-level question of a path. */
export function rootOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

/** @param path such as `lines.0.units` */
export function answerAt(answers: Answers, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isMapping(value) ? value[key] : undefined;
  }, answers);
}

/** A list or a group without an answer inside is none. */
export function isAnswered(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isAnswered);
  if (isMapping(value)) return Object.values(value).some(isAnswered);
  return value !== undefined && value !== null && String(value).trim() !== '';
}
