/** The choices of a list's filters. */
import type { ChoiceCounts } from '../../../contract/record.ts';
import { filterColumns } from '../../../portal/model/record-type.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { PortalSlice, SliceRecordType, WireForm } from '../../../portal/wire/slice.ts';
import { choicesWithin, groupsWithin } from '../../forms/fields/choices-within.ts';
import { choicesIn, questionNamed } from '../../facts/facts.ts';
import { text } from '../../language/text.ts';
import { formMessages } from '../../../locales/forms.ts';

interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** In the shape of the select component. */
export type Choices = readonly (FilterChoice | { readonly group: string; readonly items: FilterChoice[] })[];

/** The values that the choices of a filter depend on. */
export interface ChoiceSource {
  readonly type: SliceRecordType;
  readonly slice: PortalSlice;
  readonly form: WireForm | undefined;
  readonly department: string;
  /** The states that the list can contain; omitted: any. */
  readonly states?: readonly string[] | undefined;
  /** The current filters of the list. */
  readonly chosen: Readonly<Record<string, string>>;
}

export function isField(name: string): boolean {
  return !filterColumns.includes(name);
}

interface FilterParts {
  /** The parent type, or the path of the question whose answer names the other record; null: the record itself. */
  readonly of: string | null;
  /** The type of that record. */
  readonly other: string | null;
  readonly field: string;
}

/** The record whose field a filter names, and the field. */
export function splitFilter(
  { recordTypes }: Pick<PortalSlice, 'recordTypes'>,
  { names = {} }: Pick<SliceRecordType, 'names'>,
  name: string,
): FilterParts {
  const question = Object.keys(names).find((one) => name.startsWith(`${one}.`));
  const [first = '', ...rest] = name.split('.');
  if (question !== undefined) {
    const other = names[question] ?? null;
    const field = name.slice(question.length + 1);
    const type = recordTypes[other ?? ''];
    const further = type === undefined ? null : splitFilter({ recordTypes }, type, field);
    return further === null || further.of === null
      ? { of: question, other, field }
      : { ...further, of: `${question}.${further.of}` };
  }
  const isRelated = rest.length > 0 && Object.hasOwn(recordTypes, first);
  return isRelated
    ? { of: first, other: first, field: rest.join('.') }
    : { of: null, other: null, field: name };
}

/** The choices of a filter, if the portal lists them: states, kinds, offices, closed lists of the form. */
export function choicesOf(name: string, known: ChoiceSource): Choices {
  const { type, slice, form } = known;
  switch (name) {
    case 'state':
      return Object.entries(type.states)
        .filter(([value]) => known.states?.includes(value) ?? true)
        .map(([value, { title }]) => ({ value, label: title }));
    case 'kind':
      return kindsOf(known);
    case 'office':
      return Object.values(slice.departments)
        .filter(({ kind }) => kind === 'handler')
        .map(({ key, title }) => ({ value: key, label: title }));
    default:
      return form === undefined ? [] : choicesInForm(form, name, known.chosen);
  }
}

/** The choices that belong to another filter's value, or else all, grouped by that value. */
function choicesInForm(form: WireForm, name: string, chosen: ChoiceSource['chosen']): Choices {
  const { schema, uiSchema } = questionNamed(form, name);
  const listed = choicesIn(form, name);
  const choices = listed.length === 0 && schema.type === 'boolean' ? yesOrNo() : listed;
  const { 'ui:within': within } = uiSchema;
  const some = choicesWithin(choices, within, { answers: chosen });
  if (some !== choices) return some as readonly FilterChoice[];
  const groups = groupsWithin(choices, within, form);
  return groups.flatMap(({ title, choices: items }): Choices =>
    title === null ? items : [{ group: title, items: [...items] }],
  );
}

function yesOrNo(): FilterChoice[] {
  return [
    { value: 'true', label: text(formMessages.yes) },
    { value: 'false', label: text(formMessages.no) },
  ];
}

/** The choices of all groups. */
export function flat(choices: Choices): readonly FilterChoice[] {
  return choices.flatMap((one) => ('items' in one ? one.items : [one]));
}

/** The choices that have rows, or that are chosen. */
export interface FilterChips {
  readonly choices: readonly FilterChoice[];
  readonly counts: ChoiceCounts;
}

/** More of them are easier to find in a menu. */
const mostChips = 8;

/** @returns null if there are too many, or none */
export function chipsOf(
  choices: Choices,
  counts: ChoiceCounts,
  chosen: string | undefined,
): FilterChips | null {
  const shown = flat(choices).filter(({ value }) => value === chosen || totalOf(counts, value) > 0);
  const isKnown = chosen === undefined || shown.some(({ value }) => value === chosen);
  const isFew = counts.counts.length > 0 && shown.length > 0 && shown.length <= mostChips;
  return isKnown && isFew ? { choices: shown, counts } : null;
}

export function totalOf({ counts }: ChoiceCounts, choice: string): number {
  return counts.find(({ value }) => value === choice)?.total ?? 0;
}

/** Decides whether the choices of one filter depend on another. */
export function isWithin(form: WireForm, name: string, other: string): boolean {
  const { 'ui:within': within } = questionNamed(form, name).uiSchema;
  return isMapping(within) && within.field === other;
}

/** The kinds of this type; those of the office if it has its own. */
function kindsOf({ type, slice, department }: ChoiceSource) {
  const isOfType = (id: string) => type.kinds.length === 0 || type.kinds.includes(id.split('/', 1)[0] ?? '');
  const kinds = Object.entries(slice.kinds).filter(([id]) => isOfType(id));
  const own = kinds.filter(([, { office }]) => office === department);
  return (own.length > 0 ? own : kinds).map(([value, { title }]) => ({ value, label: title }));
}
