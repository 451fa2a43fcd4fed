/** Parameters of a route: each is a record, a group of departments, or a free word. */
import type { ParameterDomain, Route } from '../../../portal/model/route.ts';
import { child, entries, isMapping, isPresent, text, type Cursor } from '../input/cursor.ts';
import { groupOf } from '../names/department-names.ts';
import { report, type LinkContext, isKnown } from '../input/link-context.ts';
import { typesAbove } from '../names/workflow-names.ts';
import { fill, type TemplateWords } from '../names/template.ts';

export function linkParams(
  at: Cursor,
  words: TemplateWords,
  context: LinkContext,
): Pick<Route, 'params' | 'with'> {
  const said = entries(child(at, 'params'));
  const names = said.map(([name]) => name);
  const params = said.map(([name, domain]) => [name, linkDomain(domain, names, context)] as const);
  checkWithin(child(at, 'params'), Object.fromEntries(params), context);
  const constants = entries(child(at, 'with')).map(
    ([name, value]) => [name, fill(text(value) ?? '', words)] as const,
  );
  return { params: Object.fromEntries(params), with: Object.fromEntries(constants) };
}

function linkDomain(at: Cursor, names: readonly string[], context: LinkContext): ParameterDomain {
  if (!isMapping(at.value)) return { record: recordType(at, context), within: null };
  const group = child(at, 'group');
  if (isPresent(group)) {
    groupOf(group, context);
    return { group: text(group) ?? '' };
  }
  if (child(at, 'word').value === true) return { word: true };
  if (child(at, 'document').value === true) return { document: true };
  const record = child(at, 'record');
  if (!isPresent(record)) return { word: true };
  return { record: recordType(record, context), within: within(child(at, 'within'), names, context) };
}

function within(at: Cursor, names: readonly string[], context: LinkContext): string | null {
  const name = text(at);
  if (name === null) return null;
  return isKnown(context, 'route/unknown-parameter', at, { name, choices: names }) ? name : null;
}

/** Returns true if the record of one parameter can be below the record of the other. */
function checkWithin(at: Cursor, params: Route['params'], context: LinkContext): void {
  for (const [name, domain] of Object.entries(params)) {
    if (!('record' in domain) || domain.within === null) continue;
    const outer = params[domain.within];
    if (
      outer === undefined ||
      !('record' in outer) ||
      !neverStandsBelow(domain.record, outer.record, context)
    )
      continue;
    report(context, 'effect/not-below', child(child(at, name), 'within'), {
      name: domain.record,
      parent: outer.record,
    });
  }
}

/** Returns true if all types above both are known and neither is above the other. */
function neverStandsBelow(record: string, outer: string, context: LinkContext): boolean {
  const above = typesAbove(record, context);
  return [record, outer, ...above].every((type) => context.names.records.has(type)) && !above.includes(outer);
}

function recordType(at: Cursor, context: LinkContext): string {
  const name = text(at) ?? '';
  isKnown(context, 'record/unknown-type', at, { name, choices: context.names.records });
  return name;
}
