/** Departments as other files name them: by key, by alias, by kind or by group. */
import type { Department } from '../../../portal/model/department.ts';
import { child, isMapping, oneOrMore, text, texts, type Cursor } from '../reading/cursor.ts';
import { reportUnknown, type LinkContext, type Names } from '../reading/link-context.ts';

type NameReporter = Pick<LinkContext, 'names' | 'diagnostics'>;

/** The key that a department's name stands for, or null (reported) where there is none. */
export function departmentOf(at: Cursor, linking: NameReporter): string | null {
  const name = text(at);
  if (name === null) return null;
  const { departments, aliases } = linking.names;
  const key = aliases.get(name) ?? name;
  if (departments.has(key)) return key;
  reportUnknown(linking, 'department/unknown', at, { name, choices: departments.keys() });
  return null;
}

/** One department, a list, `{ department }`, `{ group }` or `{ kind }`, as keys. */
export function departmentsOf(at: Cursor, linking: NameReporter): string[] {
  if (!isMapping(at.value)) {
    return oneOrMore(at).flatMap((one) =>
      isMapping(one.value) ? departmentsOf(one, linking) : (departmentOf(one, linking) ?? []),
    );
  }
  const group = child(at, 'group');
  if (group.value !== undefined) return groupOf(group, linking);
  const kind = child(at, 'kind');
  if (kind.value !== undefined) return departmentsOfKinds(linking.names, texts(kind));
  return departmentsOf(child(at, 'department'), linking);
}

/** The keys of a group, named or given by the kind of its departments. */
export function groupOf(at: Cursor, linking: NameReporter): string[] {
  if (isMapping(at.value)) return departmentsOf(at, linking);
  const name = text(at) ?? '';
  const keys = linking.names.groups.get(name);
  if (keys !== undefined) return [...keys];
  reportUnknown(linking, 'group/unknown', at, { name, choices: linking.names.groups.keys() });
  return [];
}

export function departmentsOfKinds(names: Pick<Names, 'departments'>, kinds: readonly string[]): string[] {
  return [...names.departments].filter(([, root]) => kinds.includes(kindOf(root))).map(([key]) => key);
}

/** What is none of the kinds has been said of by its schema. */
export function kindOf(department: Cursor): Department['kind'] {
  const kind = text(child(department, 'kind'));
  return kind === 'citizen' || kind === 'executive' ? kind : 'office';
}
