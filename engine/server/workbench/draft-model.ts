/** Describes a draft for its page: what can be edited, what is changed, and what waits to come into force. */
import type { SourceFile } from '../../config/source/source.ts';
import type { DraftModel } from '../../contract/editing.ts';
import { carryOver, countLines, type DraftFiles, textIn } from '../../editing/draft-files.ts';
import { editableFiles, folderOf, ownFiles, titleOfFile } from '../../editing/editable-files.ts';
import { withEdits } from '../../editing/workshop.ts';
import type { Plan } from '../../plan/plan.ts';
import { renderPlan } from '../../plan/render-plan.ts';
import type { Application } from '../kernel/application.ts';
import type { EditingDesk } from '../kernel/editing-desk.ts';
import { isAuthor, listWished, type Decider, waitingName } from '../portals/wished-versions.ts';
import type { StoredDraft } from './drafts.ts';

interface DescribedDraft {
  readonly draft: StoredDraft;
  readonly inForce: number;
  readonly reader: Decider;
}

export async function describeDraft(
  application: Application,
  desk: EditingDesk,
  { draft, inForce, reader }: DescribedDraft,
): Promise<DraftModel> {
  const files = desk.files();
  const own = ownFiles(filesOf(desk, draft.files));
  const stale = touchedFiles(draft.files, files);
  const { touched } = carryOver(draft.files, files);
  const waiting = await listWished(application.database);
  return {
    base: stale.length === 0 ? inForce : draft.base,
    inForce,
    changed: Object.entries(draft.files).map(([name, file]) => ({
      file: name,
      title: titleOfFile(own.find((one) => one.name === name) ?? { name, path: name, text: file.text }),
      ...countLines(file),
      isTouched: touched.includes(name),
    })),
    sorts: editableFiles(own),
    waiting: waiting.map((one) => ({
      name: waitingName(one.number),
      author: one.author,
      message: one.message,
      approver: one.approver,
      due: one.due,
      needsApproval: one.needsApproval,
      isOwn: isAuthor(one, reader),
      reason: one.reason,
      plan: renderPlan(one.plan as Plan),
    })),
    needsApproval: application.portal().needsApproval,
  };
}

/** The files of a draft that others have changed since it began. */
export function touchedFiles(draft: DraftFiles, now: readonly SourceFile[]): readonly string[] {
  return Object.entries(draft)
    .filter(([name, { base }]) => textIn(now, name) !== base)
    .map(([name]) => name);
}

/** The folder of the configuration, as places show it: `config`. */
export function folderNameOf(desk: EditingDesk): string {
  return folderOf(desk.files()).split('/').at(-2) || 'config';
}

/** The files in force, with the changes of a draft. */
export function filesOf(desk: EditingDesk, draft: DraftFiles): readonly SourceFile[] {
  const edited = Object.fromEntries(Object.entries(draft).map(([name, { text }]) => [name, text]));
  return withEdits({ base: desk.files(), edited });
}
