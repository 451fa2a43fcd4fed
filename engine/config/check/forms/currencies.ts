/** Checks that an answer has one currency, in whatever form of its record type it is asked. */
import { questionsOf } from '../../../portal/succession/form-questions.ts';
import { typeOfQuestion } from '../../../portal/forms/value-type.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { currencyIn } from '../../../portal/values/currency.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';

export function checkCurrencies(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  const own = currencyIn(portal.constants) ?? null;
  if (Object.hasOwn(portal.constants, 'currencySign')) {
    const file = { kind: 'portal', name: 'portal' } as const;
    findings.add('currency/sign', spanIn(context, file, 'constants', 'currencySign'), {});
  }
  for (const recordType of Object.values(portal.recordTypes)) {
    const { type } = recordType;
    for (const [name, currencies] of currenciesOf(portal, recordType)) {
      const [first, other] = [...currencies].map((one) => one ?? own);
      const place = spanIn(context, { kind: 'record', name: type });
      if (first !== undefined && other !== undefined)
        findings.add('currency/two-in-one-place', place, { name, type, first, other });
    }
  }
  return findings.all();
}

/**
 * The currencies of each amount; undefined: that of the portal. Texts read answers to a step, `{input.amount:money}`, so
 * these have one currency in all steps.
 */
function currenciesOf(
  portal: Portal,
  { type, form, kinds }: RecordType,
): Map<string, Set<string | undefined>> {
  const ofKinds = Object.values(portal.kinds).flatMap((kind) =>
    kinds.includes(kind.set) ? [kind.form] : [],
  );
  const found = new Map<string, Set<string | undefined>>();
  const steps = Object.values(portal.workflows[type]?.transitions ?? {});
  for (const hash of new Set([form, ...ofKinds, ...steps.map(({ input }) => input)])) {
    const asked = portal.forms[hash ?? ''];
    for (const { path, schema, uiSchema } of asked === undefined ? [] : questionsOf(asked)) {
      const { type: is, currency } = typeOfQuestion(schema, uiSchema);
      if (is === 'money') found.set(path, (found.get(path) ?? new Set()).add(currency));
    }
  }
  return found;
}
