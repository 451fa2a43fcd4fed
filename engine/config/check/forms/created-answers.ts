/** Checks that a step which creates a record gives the answers that its form requires, if nobody may add them later. */
import { isNever } from '../../../portal/access/access.ts';
import { computationIn } from '../../../portal/forms/computed-answers.ts';
import type { Form } from '../../../portal/model/form.ts';
import type { Transition } from '../../../portal/model/workflow.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet, spanIn } from '../context/check-context.ts';
import { namesGiven } from './fields.ts';

export function checkCreatedAnswers(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const workflow of Object.values(portal.workflows)) {
    for (const step of Object.values(workflow.transitions)) {
      for (const [at, effect] of step.then.entries()) {
        if (effect.effect !== 'create') continue;
        const type = portal.recordTypes[effect.type];
        const form = portal.forms[type?.form ?? ''];
        if (type === undefined || form === undefined || !isNever(type.access.update)) continue;
        const names = leftOut(form, namesGiven(portal, step, effect));
        if (names.length === 0) continue;
        findings.add('effect/leaves-out', placeOf(context, workflow.name, step, at), {
          name: type.type,
          names,
        });
      }
    }
  }
  return findings.all();
}

/** The questions that the form always requires, and that neither the step nor the form itself answers. */
function leftOut({ schema, uiSchema, from, conditions, filledBy }: Form, given: readonly string[]): string[] {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const conditional = new Set(conditions.map(({ property }) => property));
  return required.filter(
    (name) =>
      !given.includes(name) &&
      !conditional.has(name) &&
      !Object.hasOwn(from, name) &&
      !Object.hasOwn(filledBy, name) &&
      mappingOf(mappingOf(schema['properties'])[name])['default'] === undefined &&
      computationIn(mappingOf(uiSchema[name])) === null,
  );
}

function placeOf(context: CheckContext, workflow: string, { name }: Transition, at: number) {
  return spanIn(context, { kind: 'workflow', name: workflow }, 'transitions', name, 'then', at, 'create');
}
