/** Finds the transitions that write a field of their record, or issue a document to it. */
import type { FieldPath } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { EffectDefinition, Transition, Workflow } from '../../../portal/model/workflow.ts';
import { formsOf, givenAtCreation } from '../forms/fields.ts';
import { effectsOf } from '../../logic/workflow-effects.ts';
import { kindsIssuing } from './triggers.ts';

/** The transitions that write this field; null if the record may have it from the start, or from another record. */
export function writersOf(portal: Portal, workflow: Workflow, path: FieldPath): Transition[] | null {
  const type = portal.recordTypes[workflow.of];
  const [name = ''] = path.keys;
  if (path.ancestor !== null || type === undefined) return null;
  const isAsked = formsOf(portal, type).some(({ schema }) =>
    Object.hasOwn(Object(schema['properties']), name),
  );
  if (isAsked || givenAtCreation(portal, type.type).has(name)) return null;
  const steps = Object.values(workflow.transitions);
  const writers =
    name === 'assessment'
      ? steps.filter(({ then }) => then.some(({ effect }) => effect === 'assess'))
      : steps.filter((step) => step.saves && step.name === name);
  // Other fields have a source that is not known here.
  return writers.length === 0 ? null : writers;
}

/** The transitions that issue this document; null if something else issues it, such as the warning of a clock. */
export function issuersOf(portal: Portal, workflow: Workflow, document: string): Transition[] | null {
  const isOfKind = kindsIssuing(portal, workflow.of).includes(document);
  const issues = (effects: readonly EffectDefinition[]) =>
    effects.filter(
      (one) =>
        one.effect === 'document' && (one.document === document || (one.document === null && isOfKind)),
    ).length;
  const steps = Object.values(workflow.transitions).filter(({ then }) => issues(then) > 0);
  const byStep = steps.reduce((sum, { then }) => sum + issues(then), 0);
  return byStep === issues(effectsOf(workflow)) ? steps : null;
}
