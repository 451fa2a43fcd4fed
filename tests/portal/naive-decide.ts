/** A second, plain implementation of the decision rules, to compare `decide` with. */
import type { Condition } from '../../engine/portal/model/condition.ts';
import type { Decidable } from '../../engine/portal/model/portal.ts';
import type { Route } from '../../engine/portal/model/route.ts';
import type { Visitor } from '../../engine/portal/model/department.ts';

export interface NaiveAnswer {
  readonly outcome: 'show' | 'go' | 'not-found';
  readonly route: string | null;
  readonly to?: string;
  readonly signOut?: boolean;
  readonly message?: string | null;
}

type Params = Record<string, string>;

export function naiveDecide(portal: Decidable, visitor: Visitor, location: string): NaiveAnswer {
  const path = location.replace(/[?#].*$/s, '');
  const found = best(portal, path);
  if (found === null) return { outcome: 'not-found', route: null };
  const { route, params } = found;
  const pathOf = (name: string | null | undefined) => portal.routes.find((one) => one.name === name)?.path;
  const landings = visitor.signedIn ? portal.departments[visitor.department ?? '']?.landings : undefined;
  for (const guard of route.guards) {
    for (const { require, otherwise } of portal.guards[guard]?.rules ?? []) {
      if (isTrue(require, { visitor, params, route })) continue;
      if (otherwise.notFound) return { outcome: 'not-found', route: route.name };
      const login = pathOf(portal.login) ?? '/';
      const message = otherwise.message === null ? null : (portal.messages[otherwise.message] ?? null);
      const home = pathOf(landings?.home);
      const targets: Record<string, string | undefined> = {
        home,
        credentials: pathOf(landings?.credentials) ?? home,
        secondStep: pathOf(landings?.secondStep) ?? home,
        login,
      };
      const to = targets[otherwise.go ?? 'login'];
      const go = { outcome: 'go', route: route.name, message } as const;
      if (to === undefined) return { ...go, to: login, signOut: visitor.signedIn || otherwise.signOut };
      const asksToSignIn = otherwise.go === 'login' && !visitor.signedIn && !otherwise.signOut;
      const next = `${login}?next=${encodeURIComponent(location.replace(/#.*$/s, ''))}`;
      return { ...go, to: asksToSignIn ? next : to, signOut: otherwise.signOut };
    }
  }
  if (route.redirect !== null) {
    return { outcome: 'go', route: route.name, to: route.redirect, signOut: false, message: null };
  }
  return { outcome: 'show', route: route.name };
}

/** Of all matching routes, the one whose first differing segment is literal. */
function best(portal: Decidable, path: string): { route: Route; params: Params } | null {
  const segments = split(path);
  if (segments === null) return null;
  let winner: { route: Route; params: Params; shape: string } | null = null;
  for (const route of portal.routes) {
    for (const pattern of [route.path, ...route.aliases]) {
      const parts = pattern.split('/').filter((part) => part !== '');
      const params: Params = { ...route.with };
      const fits =
        parts.length === segments.length &&
        parts.every((part, at) => {
          if (!part.startsWith('{')) return part === segments[at];
          const name = part.slice(1, -1);
          const said = segments[at] ?? '';
          const domain = route.params[name];
          params[name] = domain && 'group' in domain ? (portal.aliases[said] ?? said) : said;
          return true;
        });
      // `0` for a literal segment sorts before `1` for a parameter.
      const shape = parts.map((part) => (part.startsWith('{') ? '1' : '0')).join('');
      if (fits && (winner === null || shape < winner.shape)) winner = { route, params, shape };
    }
  }
  return winner;
}

function split(path: string): string[] | null {
  if (path === '/') return [];
  if (!/^(\/[^/\\]+)+\/?$/.test(path)) return null;
  try {
    return path
      .replace(/\/$/, '')
      .slice(1)
      .split('/')
      .map((one) => decodeURIComponent(one));
  } catch {
    return null;
  }
}

interface Address {
  readonly visitor: Visitor;
  readonly params: Params;
  readonly route: Route;
}

function isTrue(condition: Condition, at: Address): boolean {
  if (condition.test === 'all') return condition.of.filter((one) => !isTrue(one, at)).length === 0;
  if (condition.test === 'any') return condition.of.filter((one) => isTrue(one, at)).length > 0;
  if (condition.test === 'not') return !isTrue(condition.of, at);
  if (condition.test === 'always') return true;
  if (condition.test !== 'compare') return false;
  const { subject, operand } = condition;
  const left =
    subject.from === 'flag'
      ? at.visitor.flags[subject.name]
      : subject.from === 'param'
        ? at.params[subject.name]
        : subject.from === 'visitor'
          ? at.visitor[subject.name]
          : undefined;
  const right =
    'value' in operand
      ? operand.value
      : 'area' in operand
        ? at.route.area
        : 'visitor' in operand
          ? at.visitor[operand.visitor]
          : undefined;
  if (left === undefined || left === null || left === '' || right === undefined || right === null)
    return false;
  return Array.isArray(right) ? right.includes(left) : left === right;
}
