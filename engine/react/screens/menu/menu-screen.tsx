/** A page of links: the routes one level below its own path that this visitor may open. */
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { decide } from '../../../portal/routing/decide.ts';
import type { Route } from '../../../portal/model/route.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { visitorOf } from '../../session/user.ts';
import { Icon } from '../../theme/icon.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import styles from '../screens.module.css';

export function MenuScreen({ route }: ScreenProps) {
  const slice = useSlice();
  const visitor = visitorOf(useSession(), slice);
  const below = slice.routes.filter(
    (each) =>
      isDirectlyBelow(each, route) && decide({ portal: slice, visitor }, each.path).outcome === 'show',
  );
  return (
    <>
      <PageHead title={route.title} />
      <ul className={styles.menu}>
        {below.map((each) => (
          <li key={each.name}>
            <Link to={each.path} className={styles.entry}>
              <span>{each.title}</span>
              <Icon of={IconChevronRight} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function isDirectlyBelow(route: Route, above: Route): boolean {
  const rest = route.path.startsWith(`${above.path}/`) ? route.path.slice(above.path.length + 1) : '';
  return rest !== '' && !rest.includes('/') && !rest.includes('{');
}
