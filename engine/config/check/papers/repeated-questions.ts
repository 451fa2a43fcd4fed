/** Checks that no form asks a question that a record above already answers. */
import { levelOf, propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { Form, JsonSchema } from '../../../portal/model/form.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { baseName, kindId } from '../../link/input/files.ts';
import type { ParsedFile, SourceSpan } from '../../source/source.ts';
import { pointerTo } from '../../../portal/values/pointer.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';

/** A form of a record type. */
interface AskAgainForm {
  readonly form: Form;
  readonly type: RecordType;
  readonly office: string | null;
  /** The file of the kind or of the record type. */
  readonly file: ParsedFile;
}

export function checkRepeatedQuestions({ portal, files }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  const asking = files.flatMap((file) => askingIn(portal, file));
  const byType = Map.groupBy(asking, ({ type }) => type.type);
  for (const one of asking) {
    const above = [...typesAbove(portal, one.type)].map((type) => ({
      type,
      before: byType.get(type)?.filter((earlier) => isOfOne(earlier.office, one.office)) ?? [],
    }));
    for (const name of questionsOf(one.form)) {
      // If a record above can be of several kinds of an office, each of them must ask the question.
      const isAsked = above.find(
        ({ before }) => before.length > 0 && before.every((earlier) => isAskedIn(earlier, one, name)),
      );
      if (isAsked === undefined) continue;
      const path = `${isAsked.type}.${name}`;
      findings.add('form/asked-again', spanOf(one.file, files, name), { name, path });
    }
  }
  return findings.all();
}

function askingIn({ kinds, recordTypes, forms }: Portal, file: ParsedFile): AskAgainForm[] {
  if (file.kind !== 'record' && file.kind !== 'requirement-kind') return [];
  const kind = file.kind === 'record' ? undefined : kinds[kindId(file)];
  const type =
    kind === undefined
      ? recordTypes[baseName(file)]
      : Object.values(recordTypes).find((one) => one.kinds.includes(kind.set));
  const form = forms[(kind ?? type)?.form ?? ''];
  return form === undefined || type === undefined ? [] : [{ form, type, office: kind?.office ?? null, file }];
}

/** The types that are always above a record of this type, on every path. */
function typesAbove(
  portal: Portal,
  { type, parents }: RecordType,
  inside: readonly string[] = [],
): Set<string> {
  const [first = new Set<string>(), ...others] = parents
    .filter((parent) => parent !== type && !inside.includes(parent))
    .map((parent) => {
      const above = portal.recordTypes[parent];
      return new Set([parent, ...(above ? typesAbove(portal, above, [...inside, type]) : [])]);
    });
  return others.reduce((common, other) => common.intersection(other), first);
}

/** A child of a record belongs to the same office. */
function isOfOne(above: string | null, below: string | null): boolean {
  return above === null || above === below;
}

/** The questions to the applicant. A declaration, which has one possible answer, is made anew each time. */
function questionsOf({ schema, from, filledBy }: Form): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, question]) =>
    Object.hasOwn(from, name) || Object.hasOwn(filledBy, name) || 'const' in question ? [] : [name],
  );
}

/**
 * Returns true for the same question: the same name, the same type of answer or the same title, and asked of
 * everybody.
 */
function isAskedIn({ form: earlier }: AskAgainForm, { form }: AskAgainForm, name: string): boolean {
  if (!questionsOf(earlier).includes(name) || isConditional(earlier, name)) return false;
  const [before, now] = [propertiesOf(earlier.schema)[name], propertiesOf(form.schema)[name]];
  return (
    before !== undefined && now !== undefined && (isAlike(before, now) || titleOf(before) === titleOf(now))
  );
}

function isConditional({ conditions, factual }: Form, name: string): boolean {
  return [...conditions, ...factual].some(({ property }) => property === name);
}

/** Returns true for the same type of answer; lists must have rows with the same questions. */
function isAlike(one: JsonSchema, other: JsonSchema): boolean {
  const alike = (word: string): boolean => JSON.stringify(one[word]) === JSON.stringify(other[word]);
  return alike('type') && alike('format') && alike('enum') && rowsOf(one) === rowsOf(other);
}

function rowsOf(schema: JsonSchema): string {
  return Object.keys(propertiesOf(levelOf(schema)))
    .toSorted()
    .join(' ');
}

function titleOf({ title }: JsonSchema): string {
  return typeof title === 'string' ? title.toLowerCase() : '';
}

/** The place of the question: in the file itself, or in the form that it names. */
function spanOf(file: ParsedFile, files: readonly ParsedFile[], name: string): SourceSpan {
  const said = Object(file.value)['form'] as unknown;
  const named = files.find((one) => one.kind === 'form' && baseName(one) === said);
  return named === undefined
    ? file.positions(pointerTo('form', 'properties', name), 'key')
    : named.positions(pointerTo('properties', name), 'key');
}
