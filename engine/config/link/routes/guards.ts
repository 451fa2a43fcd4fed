/** Links guards and chains: ordered rules of what is required and what happens otherwise. */
import type { Guard, Otherwise, Rule } from '../../../portal/model/route.ts';
import { linkCondition } from '../conditions/condition.ts';
import { child, entries, isPresent, items, placeOf, text, truth, type Cursor } from '../input/cursor.ts';
import { type LinkContext, isKnown } from '../input/link-context.ts';

export interface LinkedGuards {
  readonly guards: Record<string, Guard>;
  readonly chains: Record<string, readonly string[]>;
}

const landings: ReadonlySet<string> = new Set(['home', 'credentials', 'secondStep', 'login', 'back']);

export function linkGuards(roots: readonly Cursor[], context: LinkContext): LinkedGuards {
  const guards = roots.flatMap((root) => entries(child(root, 'guards')));
  const chains = roots.flatMap((root) => entries(child(root, 'chains')));
  return {
    guards: Object.fromEntries(guards.map(([name, at]) => [name, linkGuard(name, at, context)])),
    chains: Object.fromEntries(chains.map(([name, at]) => [name, linkChain(at, context)])),
  };
}

function linkGuard(name: string, at: Cursor, context: LinkContext): Guard {
  if (at.value === 'open') return { name, isOpen: true, rules: [] };
  const rules = items(at).map((rule) => linkRule(rule, context));
  return { name, isOpen: false, rules };
}

function linkRule(at: Cursor, context: LinkContext): Rule {
  return {
    require: linkCondition(child(at, 'require'), context, { where: 'guard', type: null }),
    otherwise: linkOtherwise(child(at, 'otherwise'), context),
    place: placeOf(at),
  };
}

function linkOtherwise(at: Cursor, context: LinkContext): Otherwise {
  const message = child(at, 'message');
  const key = text(message);
  if (key !== null) {
    isKnown(context, 'guard/unknown-message', message, { name: key, choices: context.names.messages });
  }
  const notFound = truth(child(at, 'notFound'));
  const go = notFound ? null : (text(child(at, 'go')) ?? 'login');
  return { notFound, signOut: truth(child(at, 'signOut')), go, message: key };
}

/** The existing guards of a chain. */
export function linkChain(at: Cursor, context: LinkContext): string[] {
  return items(at).flatMap((one) => {
    const name = text(one) ?? '';
    return isKnown(context, 'route/unknown-guard', one, { name, choices: context.names.guards })
      ? [name]
      : [];
  });
}

/** Resolves `go:`, which may name a route and so is linked after routes. */
export function checkTargets(
  roots: readonly Cursor[],
  routes: ReadonlySet<string>,
  context: LinkContext,
): void {
  for (const [, guard] of roots.flatMap((root) => entries(child(root, 'guards')))) {
    for (const rule of items(guard)) {
      const go = child(child(rule, 'otherwise'), 'go');
      const name = text(go) ?? '';
      if (isPresent(go)) {
        isKnown(context, 'guard/unknown-target', go, { name, choices: [...landings, ...routes] });
      }
    }
  }
}
