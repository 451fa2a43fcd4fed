/** Writes the comparison of two configurations in the form that was asked for. */
import { compareRights, type RightComparison } from '../../plan/compare-rights.ts';
import { type Plan, type PlannedPortal, planChange } from '../../plan/plan.ts';
import { witnessCommand } from '../../plan/witness-command.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { keepWitness } from './keep-witness.ts';
import { renderMarkdown, renderPlan } from '../../plan/render-plan.ts';
import { renderRights, renderRightsMarkdown } from '../../plan/render-rights.ts';
import { localDate } from '../../portal/time/working-days.ts';

export const comparisonFormats = ['text', 'markdown', 'json'] as const;
type ComparisonFormat = (typeof comparisonFormats)[number];

export interface ComparisonStyle {
  readonly format: ComparisonFormat;
  /** Only who may do more and who less. */
  readonly isRights: boolean;
  /** The number of the line whose case is kept as a test of the later configuration; null: none is. */
  readonly keep: number | null;
}

const planRenderers = { text: renderPlan, markdown: renderMarkdown, json: toJson };
const rightsRenderers = { text: renderRights, markdown: renderRightsMarkdown, json: rightsToJson };

export interface ComparedSides {
  readonly before: PlannedPortal;
  readonly after: PlannedPortal;
}

/**
 * Writes it to standard output.
 * @param ask adds what the records say; left out: they are not asked
 * @returns the exit code: 1 if the change cannot be put in force
 */
export async function writeComparison(
  { before, after }: ComparedSides,
  { format, isRights, keep }: ComparisonStyle,
  ask: (plan: Plan) => Promise<Plan> = async (plan) => plan,
): Promise<number> {
  if (isRights) {
    const rights = compareRights(before.portal, after.portal);
    process.stdout.write(rightsRenderers[format](rights, after.portal));
    return keep === null ? 0 : keepWitness(after, rights, keep);
  }
  const found = await ask(planChange(before, after, localDate(Date.now(), after.portal.timeZone)));
  process.stdout.write(planRenderers[format](found));
  return found.applicable ? 0 : 1;
}

function toJson(found: Plan | RightComparison): string {
  return `${JSON.stringify(found, null, 2)}\n`;
}

/** Each change with the command line that shows its case. */
function rightsToJson({ changes, same }: RightComparison, after: Portal): string {
  const told = changes.map((change) => ({ ...change, explain: witnessCommand(after, change) }));
  return toJson({ changes: told, same });
}
