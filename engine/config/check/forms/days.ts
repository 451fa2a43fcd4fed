/** Checks date questions: each limits its first and last day, and uses only days that its record has. */
import { isDateFormat } from '../../../portal/forms/form-days.ts';
import type { Form, JsonSchema } from '../../../portal/model/form.ts';
import { isMapping, mappingOf } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Workflow } from '../../../portal/model/workflow.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName, kindId } from '../../link/input/files.ts';
import type { ParsedFile } from '../../source/source.ts';
import { pointerTo } from '../../../portal/values/pointer.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { wholeWorkflows } from '../../logic/reach.ts';

/** A form that people fill in: of a record type, or of a transition. */
interface FormUse {
  /** For example `The step "inspect"`. */
  readonly asker: string;
  readonly form: Form | undefined;
  readonly type: string;
  readonly place: () => Place;
}

export function checkDays(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { asker, form, type, place } of [...askedInSteps(context), ...askedInRecords(context)]) {
    if (form === undefined) continue;
    const dates = datesOfForm(form).filter(({ path }) => !Object.hasOwn(form.from, path));
    const fields = pathsOf(dates.filter(({ first, last }) => first === undefined || last === undefined));
    if (fields.length > 0) findings.add('form/any-day', place(), { asker, fields });
    const workflow = portal.workflows[type];
    if (workflow !== undefined && isFiled(workflow)) continue;
    const unfiled = pathsOf(dates.filter(({ first, last }) => isByFiling(first) || isByFiling(last)));
    if (unfiled.length > 0) findings.add('form/never-filed', place(), { type, fields: unfiled });
  }
  return findings.all();
}

function askedInSteps(context: CheckContext): FormUse[] {
  const { portal } = context;
  return wholeWorkflows(portal).flatMap(({ name: file, of, transitions }) =>
    Object.values(transitions).flatMap(({ name, by, input }) => {
      const place = () => spanIn(context, { kind: 'workflow', name: file }, 'transitions', name, 'input');
      const form = portal.forms[input ?? ''];
      return by === null ? [] : [{ asker: `The step "${name}"`, form, type: of, place }];
    }),
  );
}

/** The forms of record types and of requirement kinds. */
function askedInRecords({ portal, files }: CheckContext): FormUse[] {
  const { recordTypes, kinds, forms } = portal;
  const types = Object.values(recordTypes);
  return files.flatMap((file): FormUse[] => {
    const type = file.kind === 'record' ? recordTypes[baseName(file)] : undefined;
    if (type !== undefined) {
      return [
        {
          asker: `The form of "${type.type}"`,
          form: forms[type.form ?? ''],
          type: type.type,
          place: () => placeOfForm(file),
        },
      ];
    }
    const kind = file.kind === 'requirement-kind' ? kinds[kindId(file)] : undefined;
    if (kind === undefined) return [];
    const asker = `The form of the kind "${kindId(file)}"`;
    return types
      .filter((one) => one.kinds.includes(kind.set))
      .map((one) => ({
        asker,
        form: forms[kind.form ?? ''],
        type: one.type,
        place: () => placeOfForm(file),
      }));
  });
}

function placeOfForm(file: ParsedFile): Place {
  return file.positions(pointerTo('form'), 'key');
}

/** A question for a date, with its limits. */
export interface DateQuestion {
  /** The path of the question; for lists the path of the rows. */
  readonly path: string;
  readonly first: unknown;
  readonly last: unknown;
}

export const datesOfForm = onceForEach(({ schema, uiSchema }: Form) => datesOf(schema, uiSchema));

/** Visits a question, its nested questions, and every branch that an answer may follow. */
function datesOf(schema: JsonSchema, uiSchema: JsonSchema, path = ''): DateQuestion[] {
  const own = { path, first: uiSchema['ui:notBefore'], last: uiSchema['ui:notAfter'] };
  const branches = [
    schema['then'],
    schema['else'],
    ...listsIn(schema, ['allOf', 'anyOf', 'oneOf']),
    ...mapsIn(schema, ['dependentSchemas']),
  ];
  // These keys contain no questions, so they have no limits either.
  const others = [
    schema['additionalProperties'],
    ...listsIn(schema, ['prefixItems']),
    ...mapsIn(schema, ['patternProperties']),
  ];
  return [
    ...(isDateFormat(schema['format']) ? [own] : []),
    ...Object.entries(mappingOf(schema['properties'])).flatMap(([name, property]) =>
      datesOf(mappingOf(property), mappingOf(uiSchema[name]), path === '' ? name : `${path}.${name}`),
    ),
    ...(isMapping(schema['items']) ? datesOf(schema['items'], mappingOf(uiSchema['items']), path) : []),
    ...branches.filter(isMapping).flatMap((branch) => datesOf(branch, uiSchema, path)),
    ...others.filter(isMapping).flatMap((other) => datesOf(other, {}, path)),
  ];
}

function pathsOf(dates: readonly DateQuestion[]): string[] {
  return [...new Set(dates.map(({ path }) => path))];
}

/** Returns true if a person submits records of this type from an initial state that waits for their owner. */
function isFiled({ initial, states, transitions }: Workflow): boolean {
  if (states[initial]?.waitsFor !== 'owner') return false;
  return Object.values(transitions).some(
    ({ by, from, to, toCases }) =>
      by !== null &&
      from.includes(initial) &&
      [to, ...toCases.map((one) => one.to)].some((one) => one !== initial),
  );
}

function isByFiling(bound: unknown): boolean {
  return bound === 'filed' || mappingOf(bound)['day'] === 'filed';
}

function listsIn(schema: JsonSchema, words: readonly string[]): unknown[] {
  return words.flatMap((word): unknown[] => (Array.isArray(schema[word]) ? schema[word] : []));
}

function mapsIn(schema: JsonSchema, words: readonly string[]): unknown[] {
  return words.flatMap((word) => Object.values(mappingOf(schema[word])));
}
