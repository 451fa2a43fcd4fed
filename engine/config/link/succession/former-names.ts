/** Links `formerly` and gone.yaml: the names of earlier configurations, and what became of what was stored under them. */
import type { FormerName, NamedKind, Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { ChecklistItem } from '../../../portal/model/requirement.ts';
import { answerScopesOf, namesIn } from '../../../portal/succession/names-in.ts';
import type { FilesByKind } from '../input/files.ts';
import { child, entries, isPresent, items, oneOrMore, placeOf, text, type Cursor } from '../input/cursor.ts';
import { report, type LinkContext } from '../input/link-context.ts';
import { linkGone } from './gone.ts';
import type { SaidName } from './said-name.ts';

/** @param portal linked without former names */
export function linkFormerNames(
  [gone]: FilesByKind['gone'],
  portal: Portal,
  context: LinkContext,
): FormerName[] {
  const said = [...declaredNames(portal, context), ...linkGone(gone, portal, context)];
  const seen = new Set<string>();
  const known = said.flatMap((one) => {
    const { kind, name, at } = one;
    const key = `${kind}\n${name}`;
    if (namesIn(portal).get(kind)?.has(name)) {
      report(context, 'former/still-there', at, { kind, name });
      return [];
    }
    if (seen.has(key)) {
      report(context, 'former/twice', at, { kind, name });
      return [];
    }
    seen.add(key);
    const { at: _, ...rest } = one;
    return [rest];
  });
  return [...known, ...formerQuestions(portal, seen)];
}

/** `formerly` of everything but questions, which forms have, and states, which workflows keep. */
function declaredNames(portal: Portal, context: LinkContext): SaidName[] {
  const { departments, records, kinds, papers, lookups, documents, workflows } = context.names;
  return [
    ...ofFiles('department', departments),
    ...ofFiles('type', records),
    ...ofFiles('kind', kinds).map((one) => ({ ...one, name: withSet(one.name, one.successor) })),
    ...ofFiles('lookup', lookups),
    ...ofFiles('document', documents),
    ...Array.from(records).flatMap(([type, at]) =>
      entries(child(at, 'parties')).flatMap(([role, party]) => formerOf('role', party, role, `${type}.`)),
    ),
    ...Array.from(workflows).flatMap(([type, at]) => [
      ...entries(child(at, 'clocks')).flatMap(([name, clock]) => formerOf('clock', clock, name, `${type}.`)),
      ...entries(child(at, 'transitions')).flatMap(([name, step]) =>
        formerOf('step', step, name, `${type}.`),
      ),
    ]),
    ...Array.from(lookups).flatMap(([lookup, at]) =>
      items(child(at, 'rows')).flatMap((row) =>
        formerOf('row', row, text(child(row, 'value')) ?? '', `${lookup}: `),
      ),
    ),
    ...checklists(context).flatMap(([owner, at]) =>
      items(at).flatMap((item) =>
        formerOf('item', item, text(child(item, 'id')) ?? text(child(item, 'paper')) ?? '', `${owner}: `),
      ),
    ),
    ...Array.from(papers).flatMap(([paper, at]) =>
      !isPresent(child(at, 'formerly'))
        ? []
        : ownersOfPaper(portal, paper).flatMap((owner) => formerOf('item', at, paper, `${owner}: `)),
    ),
  ];
}

/** A kind of the same set may be named without the set. */
function withSet(name: string, successor: string | null): string {
  return name.includes('/') ? name : `${(successor ?? '').replace(/[^/]*$/, '')}${name}`;
}

function ofFiles(kind: NamedKind, files: ReadonlyMap<string, Cursor>): SaidName[] {
  return Array.from(files).flatMap(([name, at]) => formerOf(kind, at, name));
}

/** The items of kinds, and of types without kinds, by their owner. */
function checklists({ names: { records, kinds } }: LinkContext): (readonly [string, Cursor])[] {
  return [
    ...Array.from(records, ([type, at]) => [type, child(child(at, 'checklist'), 'items')] as const),
    ...Array.from(kinds, ([id, at]) => [id, child(at, 'checklist')] as const),
  ];
}

/** @param before the start of both names: their owner, and what separates it */
function formerOf(kind: NamedKind, at: Cursor, name: string, before = ''): SaidName[] {
  return oneOrMore(child(at, 'formerly')).map((one) => ({
    kind,
    name: `${before}${text(one) ?? ''}`,
    successor: `${before}${name}`,
    values: null,
    why: null,
    place: placeOf(one),
    at: one,
  }));
}

function ownersOfPaper({ recordTypes, kinds }: Portal, paper: string): string[] {
  const asks = (all: readonly ChecklistItem[]): boolean => all.some(({ id }) => id === paper);
  return [
    ...Object.values(recordTypes).flatMap((one) => (asks(one.items) ? [one.type] : [])),
    ...Object.values(kinds).flatMap((one) => (asks(one.items) ? [one.id] : [])),
  ];
}

/** A form may have many owners, and a fragment many forms: each has the former names of its questions. */
function formerQuestions(portal: Portal, seen: ReadonlySet<string>): FormerName[] {
  return answerScopesOf(portal).flatMap(({ name: scope, questions }) =>
    questions.flatMap(({ path, uiSchema }) => {
      const former = uiSchema['ui:formerly'];
      if (!Array.isArray(former)) return [];
      const above = path.split('.').slice(0, -1);
      return former.flatMap((one: unknown): FormerName[] => {
        const name = `${scope}: ${[...above, String(one)].join('.')}`;
        if (namesIn(portal).get('question')?.has(name) === true || seen.has(`question\n${name}`)) return [];
        const successor = `${scope}: ${path}`;
        return [
          { kind: 'question', name, successor, values: null, why: null, place: placeOfScope(portal, scope) },
        ];
      });
    }),
  );
}

function placeOfScope({ recordTypes, kinds }: Portal, scope: string): Place {
  return (recordTypes[scope] ?? kinds[scope])?.place ?? { file: '', line: 1, column: 1 };
}
