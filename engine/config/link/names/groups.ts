/** Links groups: named lists of departments; each member must exist. */
import { child, entries, isMapping, oneOrMore, type Cursor } from '../reading/cursor.ts';
import { departmentOf } from './department-names.ts';
import { report, type LinkContext } from '../reading/link-context.ts';

const reserved: ReadonlySet<string> = new Set(['own', 'area']);

export function checkGroups(roots: readonly Cursor[], context: LinkContext): void {
  for (const [name, at] of roots.flatMap((root) => entries(child(root, 'groups')))) {
    if (reserved.has(name)) report(context, 'group/reserved-name', at, { name });
    if (isMapping(at.value)) continue;
    for (const one of oneOrMore(at)) departmentOf(one, context);
  }
}
