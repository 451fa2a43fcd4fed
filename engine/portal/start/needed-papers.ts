/** Lists the papers that the offices will ask for: each once, with who gives it and who asks for it. */
import { itemsAsked } from '../checklist/checklist.ts';
import { possible } from '../conditions/possible.ts';
import type { Portal } from '../model/portal.ts';
import type { ChecklistItem } from '../model/requirement.ts';
import { documentsIssued } from './issued-documents.ts';
import { questionsBehind } from './open-questions.ts';
import type { PartialRecord } from './partial-record.ts';
import type { Requirement } from './requirements.ts';

/**
 * Where people get it: `self` prepares it; an `office` of the portal or `others` give it; the portal itself made it
 * `before`; it arises in this `application`; or the office `visits` and looks.
 */
export const paperSources = ['self', 'office', 'others', 'before', 'application', 'visits'] as const;
type PaperSource = (typeof paperSources)[number];

export interface NeededPaper {
  readonly id: string;
  readonly title: string;
  readonly help: string | null;
  readonly source: PaperSource;
  /** Who gives it, in words; null: its owner prepares it. */
  readonly by: string | null;
  /** The titles of the records that ask for it. */
  readonly for: readonly string[];
  /** `maybe`: it depends on answers that are not known yet. */
  readonly need: 'sure' | 'optional' | 'maybe';
  /** One for each of several things, such as employees. */
  readonly isRepeated: boolean;
  readonly dependsOn: readonly string[];
  /** Type of the records with which the portal issues it, if it is needed before. */
  readonly issuedWith: string | null;
}

export function neededPapers(
  portal: Portal,
  partial: PartialRecord,
  requirements: readonly Requirement[],
): readonly NeededPaper[] {
  const inside = new Set(requirements.flatMap(({ kind }) => kind?.issues ?? []));
  const papers = new Map<string, NeededPaper>();
  for (const requirement of requirements) {
    for (const item of itemsAsked(portal, requirement.context.record)) {
      const paper = neededPaper({ portal, partial, inside }, requirement, item);
      if (paper === null) continue;
      const known = papers.get(paper.id);
      papers.set(paper.id, known === undefined ? paper : merged(known, paper));
    }
  }
  return [...papers.values()].toSorted(
    (one, other) => paperSources.indexOf(one.source) - paperSources.indexOf(other.source),
  );
}

/** The same paper for several offices is one. */
export function paperIdOf({ paper, id, title }: ChecklistItem): string {
  return paper ?? `${id}/${title}`;
}

interface PaperScope {
  readonly portal: Portal;
  readonly partial: PartialRecord;
  /** Documents that the offices issue within this application. */
  readonly inside: ReadonlySet<string>;
}

function neededPaper(
  { portal, partial, inside }: PaperScope,
  { title: asker, isSure, dependsOn, context }: Requirement,
  item: ChecklistItem,
): NeededPaper | null {
  const can = possible(item.when, partial.truthFor(context));
  if (!can.true) return null;
  const paper = item.paper === null ? undefined : portal.papers[item.paper];
  const office = portal.departments[paper?.office ?? ''];
  const by = office?.title ?? paper?.issuerName ?? null;
  const isRepeated = item.each !== null && !('lastMonths' in item.each);
  const isCertain = isSure && !can.false && !isRepeated;
  const open = can.false ? questionsBehind(item.when, { portal, partial, context }) : [];
  const issued =
    item.from === 'upload' || item.paper === null ? null : documentsIssued(portal).get(item.paper);
  const source = sourceOf(item, { inside, isIssued: issued != null, by, isOffice: office !== undefined });
  return {
    id: paperIdOf(item),
    title: item.title,
    help: item.help,
    source,
    by,
    for: [asker],
    need: !isCertain ? 'maybe' : item.isOptional ? 'optional' : 'sure',
    isRepeated,
    dependsOn: isCertain ? [] : [...new Set([...dependsOn, ...open])],
    issuedWith: source === 'before' ? (issued ?? null) : null,
  };
}

interface PaperOrigin extends Pick<PaperScope, 'inside'> {
  readonly isIssued: boolean;
  readonly by: string | null;
  readonly isOffice: boolean;
}

function sourceOf(
  { evidence, paper, from }: ChecklistItem,
  { inside, isIssued, by, isOffice }: PaperOrigin,
): PaperSource {
  if (evidence === 'inspection') return 'visits';
  if (paper !== null && from !== 'upload' && inside.has(paper)) return 'application';
  if (isIssued) return 'before';
  if (by === null) return 'self';
  return isOffice ? 'office' : 'others';
}

const needs = ['sure', 'optional', 'maybe'] as const;

/** The same paper for another office: what one office needs for certain is needed. */
function merged(one: NeededPaper, other: NeededPaper): NeededPaper {
  const need = needs.find((word) => one.need === word || other.need === word) ?? 'maybe';
  const first = one.need === need ? one : other;
  return {
    ...first,
    need,
    for: [...new Set([...one.for, ...other.for])],
    isRepeated: one.isRepeated || other.isRepeated,
    dependsOn: need === 'maybe' ? [...new Set([...one.dependsOn, ...other.dependsOn])] : [],
  };
}
