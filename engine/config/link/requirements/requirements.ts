/** Links sets of requirement kinds and the kinds: their office, when they apply, and their checklist. */
import type { RequirementKind, RequirementSet } from '../../../portal/model/requirement.ts';
import type { Route } from '../../../portal/model/route.ts';
import { certaintyOf, linkItems } from '../checklists/checklist-items.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import type { ConditionPlace } from '../conditions/condition-place.ts';
import {
  child,
  isMapping,
  isPresent,
  items,
  placeOf,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { departmentOf } from '../names/department-names.ts';
import { mayStandBelow } from '../workflows/effect-create.ts';
import { linkForm } from '../forms/forms.ts';
import { pathOfKind } from '../names/kind-path.ts';
import {
  report,
  reportUnknown,
  type LinkContext,
  isKnown,
  countUse,
  quietly,
} from '../input/link-context.ts';
import { linkCalendarName } from '../workflows/transitions.ts';
import { linkValidity } from '../calendar/validity.ts';
import { countAnswers } from '../names/question-uses.ts';
import { parentsOf } from '../names/workflow-names.ts';

/** Used if a file is missing. */
const nothing = { value: undefined } as Cursor;

export function linkSets(context: LinkContext): Record<string, RequirementSet> {
  const { sets, kinds, records } = context.names;
  return Object.fromEntries(
    [...sets].map(([key, root]) => {
      const under = text(child(root, 'under'));
      if (under !== null) {
        isKnown(context, 'record/unknown-type', child(root, 'under'), { name: under, choices: records });
      }
      checkUnder(key, child(root, 'under'), context);
      return [
        key,
        {
          key,
          title: text(child(root, 'title')) ?? key,
          plural: text(child(root, 'plural')),
          office: departmentOf(child(root, 'office'), context),
          under,
          kinds: [...kinds.keys()].filter((id) => id.startsWith(`${key}/`)),
        },
      ];
    }),
  );
}

/** The records of its kinds can be below the same records as the set. */
function checkUnder(key: string, at: Cursor, context: LinkContext): void {
  const under = text(at);
  const { records } = context.names;
  const own = [...records].filter(([, record]) => texts(child(record, 'kind')).includes(key));
  if (under === null || !records.has(under) || own.length === 0) return;
  if (own.some(([, record]) => mayStandBelow(record, under, context))) return;
  const [name = ''] = own.map(([type]) => type);
  report(context, 'effect/not-below', at, { name, parent: under });
}

/** Links one kind. `ReadLog` records what it reads of other kinds. */
export function linkKind(id: string, root: Cursor, context: LinkContext): RequirementKind {
  const [set = '', key = ''] = id.split('/');
  const setRoot = context.names.sets.get(set);
  if (setRoot === undefined) {
    reportUnknown(context, 'set/unknown', root, { name: set, choices: context.names.sets.keys() });
  }
  const { path, aliases, takenBy } = pathOfKind(id, root, context.names);
  if (takenBy !== null) {
    report(context, 'kind/copied-path', child(root, 'path'), {
      name: text(child(root, 'path')) ?? '',
      takenBy,
      path,
    });
  }
  const title = text(child(root, 'title')) ?? key;
  const form = child(root, 'form');
  const properties = [child(form, 'properties')].filter(isPresent);
  const place = { where: 'needs', type: recordTypeOf(set, context), properties } as const;
  for (const one of ['examples', 'counterExamples'].flatMap((word) => items(child(root, word))))
    countAnswers(one, properties, context);
  return {
    id,
    set,
    key,
    title,
    path,
    aliases,
    valid: linkValidity(child(root, 'valid'), context, place),
    visit: linkVisit(child(root, 'visit'), context, place),
    office: officeOf(id, root, setRoot, context),
    // The condition of a kind is evaluated on the record above, so it cannot name the fields of this form.
    applies: linkOptional(child(root, 'applies'), context, {
      where: 'needs',
      type: null,
      about: typesAboveKind(set, place.type, context),
      isRelative: true,
      absent: always,
    }),
    isRetired: truth(child(root, 'retired')),
    issues: linkIssues(child(root, 'issues'), title, context),
    preview: text(child(root, 'preview')),
    form: isPresent(form) ? linkForm(form, { title, isFragment: false }, context) : null,
    items: linkItems(child(root, 'checklist'), context, place),
    examples: mappings(child(root, 'examples')),
    counterExamples: mappings(child(root, 'counterExamples')),
    source: text(child(root, 'source')),
    certainty: certaintyOf(root),
    place: placeOf(root),
  };
}

/** The calendar for booking a visit, and when it is used. */
function linkVisit(at: Cursor, context: LinkContext, place: ConditionPlace): RequirementKind['visit'] {
  if (!isPresent(at)) return null;
  const when = linkOptional(child(at, 'when'), context, { ...place, absent: always });
  return { calendar: linkCalendarName(child(at, 'calendar'), context) ?? '', when };
}

/** The types of the records to which the kinds of a set may apply. */
function typesAboveKind(set: string, type: string | null, { names }: LinkContext): string[] {
  const under = text(child(names.sets.get(set) ?? nothing, 'under'));
  if (under !== null) return [under];
  return type === null ? [] : parentsOf(type, names.records);
}

/** The record type whose records have kinds of this set, or null. */
function recordTypeOf(set: string, { names }: LinkContext): string | null {
  const found = [...names.records].find(([, root]) => texts(child(root, 'kind')).includes(set));
  return found?.[0] ?? null;
}

function officeOf(id: string, root: Cursor, set: Cursor | undefined, context: LinkContext): string {
  const own = child(root, 'office');
  if (isPresent(own)) return departmentOf(own, context) ?? '';
  const shared = set && child(set, 'office');
  if (shared !== undefined && isPresent(shared)) {
    return departmentOf(shared, quietly(context)) ?? '';
  }
  // An unknown set is already reported. If no kind of the set has an office, the set lacks it.
  const kinds = [...context.names.kinds].filter(([other]) => setOf(other) === setOf(id));
  const isOfSet = kinds.every(([, kind]) => !isPresent(child(kind, 'office')));
  if (set !== undefined)
    report(context, 'kind/no-office', isOfSet ? set : root, { name: isOfSet ? null : id });
  return '';
}

/** The mappings of a list, as plain values. */
export function mappings(at: Cursor): Record<string, unknown>[] {
  return items(at).flatMap(({ value }) => (isMapping(value) ? [value] : []));
}

/** Resolves previews, which name routes and so are linked after them. */
export function checkPreviews(routes: readonly Route[], context: LinkContext): void {
  const offices = new Map(routes.map((route) => [route.name, route.with['office']]));
  for (const [id, root] of context.names.kinds) {
    const preview = child(root, 'preview');
    const name = text(preview);
    if (name === null) continue;
    isKnown(context, 'kind/unknown-preview', preview, { name, choices: offices });
    const quiet = quietly(context);
    const office = officeOf(id, root, context.names.sets.get(setOf(id)), quiet);
    const other = offices.get(name);
    if (office !== '' && other !== undefined && other !== office && context.names.departments.has(other))
      report(context, 'kind/preview-elsewhere', preview, { name, office, other });
  }
}

function setOf(id: string): string {
  return id.split('/', 1)[0] ?? '';
}

function linkIssues(at: Cursor, name: string, context: LinkContext): string | null {
  const issues = text(at);
  const { documents } = context.names;
  if (issues !== null && documents.has(issues)) {
    countUse(context, 'document', at, { name: issues });
  } else if (issues !== null) {
    report(context, 'kind/no-document', at, { name, issues, choices: [...documents.keys()] });
  }
  return issues;
}
