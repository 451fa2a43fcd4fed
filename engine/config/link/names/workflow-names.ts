/** The types above and beside a record type, and the states and transitions of its workflow, to check references. */
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import {
  child,
  type Cursor,
  entries,
  isMapping,
  isPresent,
  items,
  oneOrMore,
  text,
  texts,
} from '../input/cursor.ts';
import { type LinkContext, type Names, quietly } from '../input/link-context.ts';
import { departmentOf, departmentsOf } from './department-names.ts';

/** All types that can be above a record of this type, at any height. */
export function typesAbove(type: string, { names }: LinkContext): string[] {
  const found = new Set<string>();
  const walk = (one: string): void => {
    for (const parent of parentsOf(one, names.records)) {
      if (found.has(parent)) continue;
      found.add(parent);
      walk(parent);
    }
  };
  walk(type);
  return [...found];
}

/** The types of which a list shows values with its records: those above, and the profiles of the owner. */
export function typesShown(type: string, context: LinkContext): string[] {
  return [...typesAbove(type, context), ...profilesOfOwner(type, context)];
}

/** The types of the profiles that the owners of such records can have, as in the compiled portal. */
function profilesOfOwner(type: string, context: LinkContext): string[] {
  const { records } = context.names;
  const root = records.get(type);
  if (root === undefined || isPresent(child(root, 'builtIn'))) return [];
  const quiet = quietly(context);
  const said = child(child(root, 'parties'), 'owner');
  const owners = departmentsOf(isMapping(said.value) ? child(said, 'department') : said, quiet);
  const above = typesAbove(type, context);
  return [...records].flatMap(([one, at]) => {
    const account = child(at, 'account');
    if (!isPresent(account) || one === type || above.includes(one)) return [];
    const department = departmentOf(child(account, 'department'), quiet);
    return owners.length === 0 || owners.includes(department ?? '') ? [one] : [];
  });
}

/** The types that can be directly above a record of this type. */
export function parentsOf(type: string, records: ReadonlyMap<string, Cursor>): string[] {
  const root = records.get(type);
  return root === undefined ? [] : texts(child(root, 'parent'));
}

/** The states of a type, or of all types if it is unknown; empty without a workflow. */
export function stateNames(type: string | null, names: Names): ReadonlySet<string> {
  return keysOf('states', type, names);
}

/** The state in which records of a type begin; '' without a workflow. */
export function initialState(type: string | null, { workflows }: Names): string {
  const root = type === null ? undefined : workflows.get(type);
  return (root && text(child(root, 'initial'))) ?? '';
}

/** Includes the transitions that extend clocks. */
export function transitionNames(type: string | null, names: Names): Set<string> {
  const extensions = filesOf(type, names)
    .flatMap((root) => entries(child(root, 'clocks')))
    .flatMap(([clock, at]) => (isPresent(child(at, 'extend')) ? `extend-${clock}` : []));
  return new Set([...keysOf('transitions', type, names), ...extensions]);
}

/** The transitions that several people take. */
export function quorumNames(type: string | null, names: Names): ReadonlySet<string> {
  return new Set(
    filesOf(type, names)
      .flatMap((root) => entries(child(root, 'transitions')))
      .flatMap(([name, at]) => (isPresent(child(at, 'quorum')) ? name : [])),
  );
}

export function clockNames(type: string | null, names: Names): ReadonlySet<string> {
  return keysOf('clocks', type, names);
}

/** Many conditions name states, so each list of names is made once for a linking. */
const keysIn = onceForEach<Names, Map<string, ReadonlySet<string>>>(() => new Map());

function keysOf(
  part: 'states' | 'transitions' | 'clocks',
  type: string | null,
  names: Names,
): ReadonlySet<string> {
  const known = keysIn(names);
  const own = type === null ? part : `${part} ${type}`;
  const keys =
    known.get(own) ??
    new Set(filesOf(type, names).flatMap((root) => entries(child(root, part)).map(([key]) => key)));
  known.set(own, keys);
  return keys;
}

function filesOf(type: string | null, { workflows }: Names): Cursor[] {
  if (type === null) return [...workflows.values()];
  const root = workflows.get(type);
  return root === undefined ? [] : [root];
}

/** Ids of the checklist items of this type: its own, or those of its kinds. */
export function itemNames(type: string, names: Names): ReadonlySet<string> {
  const root = names.records.get(type);
  if (root === undefined) return new Set();
  const sets = oneOrMore(child(root, 'kind')).flatMap((one) => text(one) ?? []);
  const kinds = [...names.kinds].flatMap(([id, kind]) =>
    sets.includes(id.split('/')[0] ?? '') ? [kind] : [],
  );
  const lists = [child(child(root, 'checklist'), 'items'), ...kinds.map((kind) => child(kind, 'checklist'))];
  return new Set(
    lists.flatMap((list) =>
      items(list).flatMap((item) => text(child(item, 'id')) ?? text(child(item, 'paper')) ?? []),
    ),
  );
}

/** Returns true if records of this type have a checklist; also of a type that does not exist, which is reported. */
export function hasChecklist(type: string, names: Names): boolean {
  const root = names.records.get(type);
  return root === undefined || isPresent(child(root, 'checklist')) || itemNames(type, names).size > 0;
}
