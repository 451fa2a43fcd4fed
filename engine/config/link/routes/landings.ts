/** Resolves the landings of departments, which name routes and so are linked after them. */
import type { Place } from '../../../portal/model/place.ts';
import { createDiagnostic } from '../../diagnostics/diagnostic.ts';
import { listed } from '../../diagnostics/repeated-mistakes.ts';
import { child, type Cursor, entries, isMapping, isPresent, placeOf, text } from '../input/cursor.ts';
import { type LinkContext, isKnown } from '../input/link-context.ts';
import type { WrittenRoute } from './routes.ts';

interface LandingRoutes {
  readonly written: readonly WrittenRoute[];
  readonly routes: ReadonlySet<string>;
  /** The files with the groups. */
  readonly groupFiles: readonly Cursor[];
}

/** Reports landings without a route. If a group would give the department this route, the group is the cause. */
export function checkLandings({ written, routes, groupFiles }: LandingRoutes, context: LinkContext): void {
  const lacking = new Map<string, { readonly member: string; readonly at: Place }[]>();
  for (const [member, root] of context.names.departments) {
    for (const [, said] of entries(child(root, 'landings'))) {
      const name = text(said) ?? '';
      const group = routes.has(name) ? null : groupLacking(member, name, written, context);
      if (group === null) isKnown(context, 'department/unknown-landing', said, { name, choices: routes });
      else lacking.set(group, [...(lacking.get(group) ?? []), { member, at: placeOf(said) }]);
    }
  }
  for (const [name, landings] of lacking) {
    const group = groupFiles.map((file) => child(child(file, 'groups'), name)).find(isPresent);
    if (group === undefined) continue;
    const also = landings.map(({ at }) => at);
    const details = {
      name,
      members: [...new Set(landings.map(({ member }) => member))],
      places: listed(also.map(({ file, line }) => `${file}:${line}`)),
    };
    const place = group.file.positions(group.pointer, 'key');
    context.diagnostics.push({ ...createDiagnostic('group/lacks-department', place, details), also });
  }
}

/** The group for whose departments this landing is written, if it lists others only; null: there is none. */
function groupLacking(
  member: string,
  landing: string,
  written: readonly WrittenRoute[],
  { names }: LinkContext,
): string | null {
  for (const { at, pattern } of written) {
    for (const [word, domain] of entries(child(at, 'forEach'))) {
      const group = isMapping(domain.value) ? text(child(domain, 'group')) : null;
      if (group === null || names.groups.get(group)?.includes(member) !== false) continue;
      if (pattern.replaceAll(`{${word}}`, member) === landing) return group;
    }
  }
  return null;
}
