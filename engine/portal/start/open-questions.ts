/** Finds the questions whose answers decide what is still open about a record. */
import { recordOf } from '../conditions/field-value.ts';
import { simplified, testsOf } from '../conditions/possible.ts';
import { schemaAt } from '../forms/form-levels.ts';
import type { Condition, ConditionSubject, FieldPath } from '../model/condition.ts';
import type { Portal } from '../model/portal.ts';
import type { RecordContext } from '../model/record.ts';
import { type PartialRecord, pathsOf } from './partial-record.ts';

/** Something open: a condition or a field about this record, or about one below it. */
export interface OpenScope {
  readonly portal: Portal;
  readonly partial: PartialRecord;
  readonly context: RecordContext;
}

/** The titles of the questions whose answers decide the condition, without repeats. */
export function questionsBehind(condition: Condition, scope: OpenScope): string[] {
  return [...new Set(behind(condition, scope))];
}

/** The title of the question at this path, if its answer is open. */
export function openTitles(path: FieldPath, { portal, partial, context }: OpenScope): string[] {
  const record = recordOf(path.ancestor, context);
  const form = record?.form == null ? undefined : portal.forms[record.form];
  if (form === undefined || partial.isFieldSettled(path, context)) return [];
  const title = schemaAt(form.schema, path.keys)?.title;
  return typeof title === 'string' ? [title] : [];
}

function behind(condition: Condition, scope: OpenScope): string[] {
  const tests = testsOf(simplified(condition, scope.partial.truthFor(scope.context)));
  return tests.flatMap((test) => {
    if (test.test !== 'compare') return [];
    const { subject, operand } = test;
    return [
      ...behindSubject(subject, scope),
      ...('field' in operand ? openTitles(operand.field, scope) : []),
    ];
  });
}

function behindSubject(subject: ConditionSubject, scope: OpenScope): string[] {
  if (subject.from === 'field') return openTitles(subject.path, scope);
  const found = subject.from === 'fact' ? scope.partial.factNamed(subject.name, scope.context) : null;
  if (found === null) return [];
  const { derived } = found;
  const own = { ...scope, context: found.context };
  if (derived.measure !== 'cases') return (pathsOf(derived) ?? []).flatMap((path) => openTitles(path, own));
  return derived.cases.flatMap(({ when, value }) => [
    ...behind(when, own),
    ...('field' in value ? openTitles(value.field, own) : []),
  ]);
}
