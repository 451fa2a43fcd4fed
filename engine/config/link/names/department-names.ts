/** Resolves departments by key, alias, kind or group, and checks the members of groups. */
import type { Department } from '../../../portal/model/department.ts';
import { namedTwice } from '../../validate/schema-diagnostic.ts';
import { child, type Cursor, entries, isMapping, oneOrMore, text, texts } from '../input/cursor.ts';
import {
  type LinkContext,
  type Names,
  report,
  reportUnknown,
  isKnown,
  countUse,
} from '../input/link-context.ts';

type NameReporter = Pick<LinkContext, 'names' | 'diagnostics' | 'uses'>;

/** The key of the named department, or null (reported) if it does not exist. */
export function departmentOf(at: Cursor, context: NameReporter): string | null {
  const name = text(at);
  if (name === null) return null;
  const { departments, aliases } = context.names;
  const key = aliases.get(name) ?? name;
  if (departments.has(key)) {
    countUse(context, 'department', at, { name });
    return key;
  }
  reportUnknown(context, 'department/unknown', at, { name, choices: departments.keys() });
  return null;
}

/** Resolves one department, a list, `{ department }`, `{ group }` or `{ kind }` to keys. */
export function departmentsOf(at: Cursor, context: NameReporter): string[] {
  if (!isMapping(at.value)) {
    return oneOrMore(at).flatMap((one) =>
      isMapping(one.value) ? departmentsOf(one, context) : (departmentOf(one, context) ?? []),
    );
  }
  const group = child(at, 'group');
  if (group.value !== undefined) return groupOf(group, context);
  const kind = child(at, 'kind');
  if (kind.value !== undefined) return departmentsOfKinds(context.names, texts(kind));
  return departmentsOf(child(at, 'department'), context);
}

/** The keys of a group, which is named or given by the kind of its departments. */
export function groupOf(at: Cursor, context: NameReporter): string[] {
  if (isMapping(at.value)) return departmentsOf(at, context);
  const name = text(at) ?? '';
  isKnown(context, 'group/unknown', at, { name, choices: context.names.groups });
  return [...(context.names.groups.get(name) ?? [])];
}

export function departmentsOfKinds(names: Pick<Names, 'departments'>, kinds: readonly string[]): string[] {
  return [...names.departments].filter(([, root]) => kinds.includes(kindOf(root))).map(([key]) => key);
}

/** The schema already reports an unknown kind. */
export function kindOf(department: Cursor): Department['kind'] {
  const kind = text(child(department, 'kind'));
  return kind === 'requester' || kind === 'supervisor' ? kind : 'handler';
}

const reserved: ReadonlySet<string> = new Set(['own', 'area']);

export function checkGroups(roots: readonly Cursor[], context: LinkContext): void {
  for (const [name, at] of roots.flatMap((root) => entries(child(root, 'groups')))) {
    if (reserved.has(name)) report(context, 'group/reserved-name', at, { name });
    if (isMapping(at.value)) continue;
    const members = oneOrMore(at).map((one) => ({ one, key: departmentOf(one, context) }));
    for (const [index, { one, key }] of members.entries()) {
      if (key === null || !members.slice(0, index).some((before) => before.key === key)) continue;
      report(context, 'schema/bad-size', one, namedTwice(`"${name}"`, key));
    }
  }
}
