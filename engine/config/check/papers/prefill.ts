/** Checks that answers which a new record copies from another are valid for its own questions. */
import type { JsonSchema } from '../../../portal/model/form.ts';
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

function questionsOf({ forms }: Portal, hash: string | null): Readonly<Record<string, JsonSchema>> {
  return Object(forms[hash ?? '']?.schema['properties']) as Readonly<Record<string, JsonSchema>>;
}

/** Returns true if the types match and every choice of the first is a choice of the second. */
function fits(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  if (one?.['type'] !== other?.['type'] || one?.['format'] !== other?.['format']) return false;
  const [before, now] = [one?.['enum'], other?.['enum']];
  if (!Array.isArray(before) || !Array.isArray(now)) return true;
  return before.every((choice) => now.includes(choice));
}
