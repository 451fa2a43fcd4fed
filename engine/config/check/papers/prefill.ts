/** Checks that answers which a new record copies from another are valid for its own questions. */
import type { JsonSchema } from '../../../portal/model/form.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { typeOfQuestion, type ValueType } from '../../../portal/forms/value-type.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';

export function checkPrefill(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { type, form, prefill } of Object.values(portal.recordTypes)) {
    const asked = questionsOf(portal, form);
    for (const [at, { from, except, as }] of prefill.entries()) {
      const answered = from === type ? {} : questionsOf(portal, portal.recordTypes[from]?.form ?? null);
      const same = Object.keys(answered).filter(
        (name) => !except.includes(name) && Object.hasOwn(asked, name) && !fits(answered[name], asked[name]),
      );
      const renamed = Object.entries(as).filter(
        ([name, theirs]) => theirs !== 'number' && !fits(answered[theirs], asked[name]),
      );
      const differing = [...same, ...renamed.map(([name]) => name)];
      const place = spanIn(context, { kind: 'record', name: type }, 'prefill', at);
      if (differing.length > 0) findings.add('record/prefill-differs', place, { from, names: differing });
    }
  }
  return findings.all();
}

interface PrefilledQuestion {
  readonly schema: JsonSchema;
  readonly type: ValueType;
}

function questionsOf({ forms }: Portal, hash: string | null): Readonly<Record<string, PrefilledQuestion>> {
  const form = forms[hash ?? ''];
  if (form === undefined) return {};
  const asked = Object.entries(propertiesOf(form.schema)).map(([name, schema]) => {
    const type = typeOfQuestion(schema, mappingOf(form.uiSchema[name]));
    return [name, { schema, type }] as const;
  });
  return Object.fromEntries(asked);
}

/** Returns true if the types and the currencies match and every choice of the first is a choice of the second. */
function fits(before: PrefilledQuestion | undefined, now: PrefilledQuestion | undefined): boolean {
  if (before?.type.currency !== now?.type.currency) return false;
  return schemaFits(before?.schema, now?.schema);
}

function schemaFits(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  if (one?.['type'] !== other?.['type'] || one?.['format'] !== other?.['format']) return false;
  const [before, now] = [one?.['enum'], other?.['enum']];
  if (!Array.isArray(before) || !Array.isArray(now)) return true;
  return before.every((choice) => now.includes(choice));
}
