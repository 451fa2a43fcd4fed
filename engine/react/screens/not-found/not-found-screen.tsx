/** A place that does not exist, or that is not for this visitor: one page for both, so that nothing is given away. */
import { Link } from 'react-router-dom';
import { Notice } from '../../page/notice.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { usePortalState } from '../../portal-context.ts';
import { text } from '../../text.ts';

export function NotFoundScreen() {
  const isSignedIn = usePortalState(({ session }) => session.token !== null);
  return (
    <>
      <PageHead title={text('Page not found')} />
      <Notice
        icon="search"
        action={<Link to="/">{isSignedIn ? text('Go to your start page') : text('Sign in')}</Link>}
      >
        {isSignedIn
          ? text(
              'There is no such page, or it is not open to you. Check the address, or start again from your own page.',
            )
          : text('There is no such page, or it is not open to you. Check the address, or sign in.')}
      </Notice>
    </>
  );
}
