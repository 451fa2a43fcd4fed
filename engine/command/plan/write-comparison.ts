/** Writes the comparison of two configurations in the form that was asked for. */
import { compareRights, type RightComparison } from '../../plan/compare-rights.ts';
import { type Plan, type PlannedPortal, planChange } from '../../plan/plan.ts';
import { renderMarkdown, renderPlan } from '../../plan/render-plan.ts';
import { renderRights, renderRightsMarkdown } from '../../plan/render-rights.ts';
import { localDate } from '../../portal/time/working-days.ts';

export const comparisonFormats = ['text', 'markdown', 'json'] as const;
type ComparisonFormat = (typeof comparisonFormats)[number];

export interface ComparisonStyle {
  readonly format: ComparisonFormat;
  /** Only who may do more and who less. */
  readonly isRights: boolean;
}

const planRenderers = { text: renderPlan, markdown: renderMarkdown, json: toJson };
const rightsRenderers = { text: renderRights, markdown: renderRightsMarkdown, json: toJson };

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
  { format, isRights }: ComparisonStyle,
  ask: (plan: Plan) => Promise<Plan> = async (plan) => plan,
): Promise<number> {
  if (isRights) {
    process.stdout.write(rightsRenderers[format](compareRights(before.portal, after.portal)));
    return 0;
  }
  const found = await ask(planChange(before, after, localDate(Date.now(), after.portal.timeZone)));
  process.stdout.write(planRenderers[format](found));
  return found.applicable ? 0 : 1;
}

function toJson(found: Plan | RightComparison): string {
  return `${JSON.stringify(found, null, 2)}\n`;
}
