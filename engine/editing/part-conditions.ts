/** The conditions of an opened part: of which record they speak, and what they mean in words. */
import { kindId } from '../config/link/input/files.ts';
import type { NotedCondition } from '../config/link/input/noted-conditions.ts';
import type { FaultModel, LookModel } from '../contract/editing.ts';
import type { Portal } from '../portal/model/portal.ts';
import { pointerTo } from '../portal/values/pointer.ts';
import { sayCondition } from '../workbench/condition-words.ts';
import type { ConditionRecord } from '../workbench/subject-words.ts';
import { sortOfFile } from './editable-files.ts';
import type { OpenedPart } from './opened-part.ts';
import { pathOfQuestion } from './part-form.ts';

/** A condition of a requirement kind speaks of a record of that kind, unless it is about the record above. */
export function recordOfCondition(
  portal: Portal,
  { file }: Pick<OpenedPart, 'file'>,
  { type, about }: NotedCondition,
): ConditionRecord {
  const [above] = about;
  if (above !== undefined) return { type: type ?? above };
  const kind = sortOfFile(file.name) === 'kinds' ? kindId({ path: file.name }) : null;
  const set = portal.kinds[kind ?? '']?.set ?? '';
  const ofKind = Object.values(portal.recordTypes).find(({ kinds }) => kinds.includes(set));
  return { type: type ?? ofKind?.type ?? null, kind };
}

/** @param portal with the answers, in the reader's language */
export function meaningsOf(
  portal: Portal,
  part: OpenedPart,
  found: { readonly noted: ReadonlyMap<string, NotedCondition>; readonly faults: readonly FaultModel[] },
): LookModel['conditions'] {
  return part.form.questions.flatMap(({ name, shape }) => {
    if (shape !== 'condition') return [];
    const noted = found.noted.get(pointerTo(...pathOfQuestion(part, name)));
    const isBroken = found.faults.some(({ field, isError }) => field === name && isError);
    if (noted === undefined || noted.condition === null || isBroken) return [];
    const words = sayCondition(portal, noted.condition, recordOfCondition(portal, part, noted));
    return words === null ? [] : [{ field: name, words }];
  });
}
