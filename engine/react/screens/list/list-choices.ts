/** What the filters of a list can be set to. */
import { filterColumns } from '../../../portal/model/record-type.ts';
import { questionAt } from '../../../portal/forms/form-verdict.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import type { PortalSlice, SliceRecordType, WireForm } from '../../../portal/wire/slice.ts';
import { choicesWithin, groupsWithin } from '../../forms/fields/choices-within.ts';
import { choicesIn } from '../../facts/facts.ts';
import { text } from '../../text.ts';
import { formMessages } from '../../../locales/forms.ts';

interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** In the shape that the select takes. */
export type Choices = readonly (FilterChoice | { readonly group: string; readonly items: FilterChoice[] })[];

/** What the choices of a filter depend on. */
export interface ChoiceSource {
  readonly type: SliceRecordType;
  readonly slice: PortalSlice;
  readonly form: WireForm | undefined;
  readonly department: string;
  /** Those in which the list can show a record; left out: any. */
  readonly states?: readonly string[] | undefined;
  /** What the list is filtered by now. */
  readonly chosen: Readonly<Record<string, string>>;
}

export function isField(name: string): boolean {
  return !filterColumns.includes(name);
}

/** The type above whose field a filter names, or null for the record's own. */
export function splitFilter(
  { recordTypes }: Pick<PortalSlice, 'recordTypes'>,
  name: string,
): { readonly above: string | null; readonly field: string } {
  const [above = '', ...rest] = name.split('.');
  const isRelated = rest.length > 0 && Object.hasOwn(recordTypes, above);
  return isRelated ? { above, field: rest.join('.') } : { above: null, field: name };
}

/** What a filter can be set to, where the portal lists it: states, kinds, offices, closed lists of the form. */
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
        .filter(({ kind }) => kind === 'office')
        .map(({ key, title }) => ({ value: key, label: title }));
    default:
      return form === undefined ? [] : choicesInForm(form, name, known.chosen);
  }
}

/** Those that belong to another filter's choice: of what is chosen there, else each under what it belongs to. */
function choicesInForm(form: WireForm, name: string, chosen: ChoiceSource['chosen']): Choices {
  const { schema, uiSchema } = questionAt(form, [name]);
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

export function countOf(choices: Choices): number {
  return choices.reduce((count, one) => count + ('items' in one ? one.items.length : 1), 0);
}

/** Do the choices of one filter belong to those of another? */
export function isWithin(form: WireForm, name: string, other: string): boolean {
  const { 'ui:within': within } = questionAt(form, [name]).uiSchema;
  return isMapping(within) && within.field === other;
}

export function titleOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}

/** Of this type; those of an office's own where it has some. */
function kindsOf({ type, slice, department }: ChoiceSource) {
  const isOfType = (id: string) => type.kinds.length === 0 || type.kinds.includes(id.split('/', 1)[0] ?? '');
  const kinds = Object.entries(slice.kinds).filter(([id]) => isOfType(id));
  const own = kinds.filter(([, { office }]) => office === department);
  return (own.length > 0 ? own : kinds).map(([value, { title }]) => ({ value, label: title }));
}
