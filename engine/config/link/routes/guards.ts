/** Guards and chains: ordered rules of what is required and what happens otherwise. */
import type { Guard, Otherwise, Rule } from '../../../portal/model/route.ts';
import { linkCondition } from '../conditions/condition.ts';
import { child, entries, isSaid, items, placeOf, text, truth, type Cursor } from '../reading/cursor.ts';
import { reportUnknown, type LinkContext } from '../reading/link-context.ts';

export interface LinkedGuards {
  readonly guards: Record<string, Guard>;
  readonly chains: Record<string, readonly string[]>;
}

const landings: ReadonlySet<string> = new Set(['home', 'credentials', 'login', 'back']);

export function linkGuards(roots: readonly Cursor[], linking: LinkContext): LinkedGuards {
  const guards = roots.flatMap((root) => entries(child(root, 'guards')));
  const chains = roots.flatMap((root) => entries(child(root, 'chains')));
  return {
    guards: Object.fromEntries(guards.map(([name, at]) => [name, linkGuard(name, at, linking)])),
    chains: Object.fromEntries(chains.map(([name, at]) => [name, linkChain(at, linking)])),
  };
}

function linkGuard(name: string, at: Cursor, linking: LinkContext): Guard {
  if (at.value === 'open') return { name, isOpen: true, rules: [] };
  const rules = items(at).map((rule) => linkRule(rule, linking));
  return { name, isOpen: false, rules };
}

function linkRule(at: Cursor, linking: LinkContext): Rule {
  return {
    require: linkCondition(child(at, 'require'), linking, { where: 'guard', type: null }),
    otherwise: linkOtherwise(child(at, 'otherwise'), linking),
    place: placeOf(at),
  };
}

function linkOtherwise(at: Cursor, linking: LinkContext): Otherwise {
  const message = child(at, 'message');
  const key = text(message);
  if (key !== null && !linking.names.messages.has(key)) {
    const choices = linking.names.messages;
    reportUnknown(linking, 'guard/unknown-message', message, { name: key, choices });
  }
  const notFound = truth(child(at, 'notFound'));
  const go = notFound ? null : (text(child(at, 'go')) ?? 'login');
  return { notFound, signOut: truth(child(at, 'signOut')), go, message: key };
}

/** The guard names of a chain that exist. */
export function linkChain(at: Cursor, linking: LinkContext): string[] {
  return items(at).flatMap((one) => {
    const name = text(one) ?? '';
    if (linking.names.guards.has(name)) return [name];
    reportUnknown(linking, 'route/unknown-guard', one, { name, choices: linking.names.guards });
    return [];
  });
}

/** `go:` may name a route, which is known only once routes are linked. */
export function checkTargets(
  roots: readonly Cursor[],
  routes: ReadonlySet<string>,
  linking: LinkContext,
): void {
  for (const [, guard] of roots.flatMap((root) => entries(child(root, 'guards')))) {
    for (const rule of items(guard)) {
      const go = child(child(rule, 'otherwise'), 'go');
      const name = text(go) ?? '';
      if (isSaid(go) && !landings.has(name) && !routes.has(name)) {
        const choices = [...landings, ...routes];
        reportUnknown(linking, 'guard/unknown-target', go, { name, choices });
      }
    }
  }
}
