/** The parent pages of this one that the visitor may open, computed from the path. */
import type { Scope } from '../../portal/conditions/scope.ts';
import { Link, useLocation } from 'react-router-dom';
import { decide, type RouteDecision } from '../../portal/routing/decide.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import { useSlice } from '../portal-context.ts';
import { text } from '../text.ts';
import styles from './breadcrumb.module.css';
import { useVisitor } from './navigation.ts';
import { pageMessages } from '../../locales/page.ts';

export interface Crumb {
  readonly path: string;
  readonly title: string;
}

export function Breadcrumb() {
  const slice = useSlice();
  const visitor = useVisitor();
  const { pathname } = useLocation();
  const crumbs = crumbsOf({ portal: slice, visitor }, pathname);
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={text(pageMessages.breadcrumb)} className={styles.breadcrumb}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.path}>
            <Link to={crumb.path}>{crumb.title}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Each prefix of the path that is a page about the same records; the current page is left out. */
function crumbsOf(scope: Scope<PortalSlice>, pathname: string): readonly Crumb[] {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const current = decide(scope, pathname);
  const prefixes = segments.slice(0, -1).map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  return prefixes.flatMap((path) => {
    const decision = decide(scope, path);
    if (decision.outcome !== 'show' || !isAbout(decision, current)) return [];
    return [{ path, title: decision.route.title }];
  });
}

type PageMatch = Pick<Extract<RouteDecision, { outcome: 'show' }>, 'route' | 'params'>;

/** A prefix may match the page of a record that does not exist: a word of the path taken for a slug. */
function isAbout(above: PageMatch, current: RouteDecision): boolean {
  const records = Object.entries(above.route.params).filter(([, domain]) => 'record' in domain);
  if (records.length === 0) return true;
  return current.outcome === 'show' && records.every(([name]) => current.params[name] === above.params[name]);
}
