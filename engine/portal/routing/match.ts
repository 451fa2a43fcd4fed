/**
 * Matches a path to a route with a trie of segments, built once for each portal. Static segments win over parameters.
 */
import { onceForEach } from '../values/once-for-each.ts';
import type { Decidable } from '../model/portal.ts';
import type { Route } from '../model/route.ts';

export interface Match {
  readonly route: Route;
  /** Percent-decoded. A parameter for departments has its alias resolved. */
  readonly params: Readonly<Record<string, string>>;
}

interface Leaf {
  readonly route: Route;
  readonly names: readonly string[];
}

interface Node {
  readonly literal: Map<string, Node>;
  parameter: Node | null;
  leaf: Leaf | null;
}

/**
 * Matches a path against the portal's routes.
 * @param path without query or hash; a trailing slash is ignored
 * @returns null if no route matches, or the path is malformed (empty segment, broken percent code, backslash)
 */
export function matchPath(portal: Decidable, path: string): Match | null {
  const segments = segmentsOf(path);
  if (segments === null) return null;
  const values: string[] = [];
  const leaf = descend(trieOf(portal), segments, 0, values);
  return leaf === null ? null : { route: leaf.route, params: paramsOf(portal, leaf, values) };
}

/** Decoded segments of a path; null if it is malformed. */
function segmentsOf(path: string): string[] | null {
  if (!path.startsWith('/') || path.includes('\\')) return null;
  if (path === '/') return [];
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const segments = path.slice(1, end).split('/');
  if (segments.includes('')) return null;
  return path.includes('%') ? decoded(segments) : segments;
}

/** Name of the parameter in a segment of a pattern; null for a literal segment. */
export function parameterOf(segment: string): string | null {
  return segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : null;
}

function decoded(segments: readonly string[]): string[] | null {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}

const trieOf = onceForEach((portal: Decidable): Node => {
  const root = emptyNode();
  for (const route of portal.routes) {
    for (const path of [route.path, ...route.aliases]) insert(root, path, route);
  }
  return root;
});

/** The first route of a shape wins. The linker reports the second. */
function insert(root: Node, path: string, route: Route): void {
  const names: string[] = [];
  let node = root;
  for (const segment of path.split('/').filter((part) => part !== '')) {
    const name = parameterOf(segment);
    if (name === null) {
      let next = node.literal.get(segment);
      if (next === undefined) node.literal.set(segment, (next = emptyNode()));
      node = next;
    } else {
      names.push(name);
      node = node.parameter ??= emptyNode();
    }
  }
  node.leaf ??= { route, names };
}

function emptyNode(): Node {
  return { literal: new Map(), parameter: null, leaf: null };
}

function descend(node: Node, segments: readonly string[], depth: number, values: string[]): Leaf | null {
  const segment = segments[depth];
  if (segment === undefined) return node.leaf;
  const literal = node.literal.get(segment);
  const found = literal === undefined ? null : descend(literal, segments, depth + 1, values);
  if (found !== null || node.parameter === null) return found;
  values.push(segment);
  const under = descend(node.parameter, segments, depth + 1, values);
  if (under === null) values.pop();
  return under;
}

function paramsOf(
  portal: Decidable,
  { route, names }: Leaf,
  values: readonly string[],
): Record<string, string> {
  const params: Record<string, string> = { ...route.with };
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? '';
    const domain = route.params[name];
    const isDepartment = domain !== undefined && 'group' in domain;
    params[name] = isDepartment ? departmentKey(portal, value) : value;
  }
  return params;
}

/** The key for a department's name, which may be an alias. */
export function departmentKey(portal: Pick<Decidable, 'aliases'>, name: string): string {
  return Object.hasOwn(portal.aliases, name) ? (portal.aliases[name] ?? name) : name;
}
