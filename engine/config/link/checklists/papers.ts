/** Links the papers of papers.yaml, which checklists ask for. */
import type { Paper } from '../../../portal/model/requirement.ts';
import { linkAccepts } from './accepts.ts';
import { child, text, type Cursor } from '../reading/cursor.ts';
import { departmentOf } from '../names/department-names.ts';
import type { LinkContext } from '../reading/link-context.ts';
import { linkDayName } from '../names/day-names.ts';

export function linkPapers(context: LinkContext): Record<string, Paper> {
  return Object.fromEntries([...context.names.papers].map(([id, at]) => [id, linkPaper(id, at, context)]));
}

function linkPaper(id: string, at: Cursor, context: LinkContext): Paper {
  return {
    id,
    title: text(child(at, 'title')) ?? id,
    evidence: evidenceOf(at),
    accepts: linkAccepts(child(at, 'accepts'), context),
    validFor: text(child(at, 'validFor')),
    validUntil: linkDayName(child(at, 'validUntil'), context),
    issuedBy: issuerOf(child(at, 'issuedBy'), context),
    source: text(child(at, 'source')),
    certainty: certaintyOf(at),
  };
}

/** A department by its key, or the name of an outside body. A single lower-case word counts as a key. */
function issuerOf(at: Cursor, context: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  const { departments, aliases } = context.names;
  const isKey = departments.has(name) || aliases.has(name) || /^[a-z][a-z0-9-]*$/.test(name);
  return isKey ? departmentOf(at, context) : name;
}

export function evidenceOf(at: Cursor): Paper['evidence'] {
  return child(at, 'evidence').value === 'inspection' ? 'inspection' : 'file';
}

export function certaintyOf(at: Cursor): Paper['certainty'] {
  const { value } = child(at, 'certainty');
  return value === 'law' || value === 'practice' || value === 'assumption' ? value : null;
}
