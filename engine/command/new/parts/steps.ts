/** The step that sends a new notice, or issues a new document: `--on type.transition`. */
import { baseName } from '../../../config/link/input/files.ts';
import type { ParsedFile } from '../../../config/source/source.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { type ConfigurationDraft, RefusedDraft } from '../draft.ts';
import { writeValue } from '../../../config/edit/write-value.ts';
import { named } from './part.ts';

export interface NamedStep {
  readonly type: string;
  readonly transition: string;
}

/** @throws RefusedDraft if there is no such step */
export function stepOf({ portal }: ConfigurationDraft, said: string): NamedStep {
  const at = said.indexOf('.');
  const [type, transition] = [said.slice(0, Math.max(0, at)), said.slice(at + 1)];
  const { transitions } = named('workflow', type, portal.workflows);
  named(`step of ${type}`, transition, transitions);
  return { type, transition };
}

/** @param effect as a workflow has it: `{ document: 'permit' }` */
export function addEffect(
  draft: ConfigurationDraft,
  { type, transition }: NamedStep,
  effect: Readonly<Record<string, string>>,
): void {
  const file = workflowFileOf(draft, type);
  const written = mappingOf(mappingOf(mappingOf(file?.value)['transitions'])[transition]);
  if (file === undefined || Object.keys(written).length === 0) {
    throw new RefusedDraft(
      `The step ${type}.${transition} is not written in a workflow. Choose another one.`,
    );
  }
  const { then } = written;
  const effects = [...(Array.isArray(then) ? then : []), effect];
  draft.edit(file.name, (text) => writeValue(text, ['transitions', transition, 'then'], effects));
}

/** The file with the workflow of a record type. */
export function workflowFileOf({ parsed }: ConfigurationDraft, type: string): ParsedFile | undefined {
  return parsed.find(
    (file) => file.kind === 'workflow' && (mappingOf(file.value)['of'] ?? baseName(file)) === type,
  );
}

/** Every step, as `--on` names it. */
export function everyStep({ portal }: ConfigurationDraft): string[] {
  return Object.values(portal.workflows).flatMap(({ of, transitions }) =>
    Object.keys(transitions).map((name) => `${of}.${name}`),
  );
}
