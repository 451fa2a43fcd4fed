/** A page that does not exist or is forbidden for this visitor: the same for both, so that it reveals nothing. */
import { IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { Notice } from './feedback.tsx';
import { PageHead } from './page-head.tsx';
import { usePortalState } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import { accountMessages } from '../../locales/account.ts';
import { pageMessages } from '../../locales/page.ts';

export function NotFoundScreen() {
  const isSignedIn = usePortalState(({ session }) => session.token !== null);
  return (
    <>
      <PageHead title={text(pageMessages.pageNotFound)} />
      <Notice
        icon={IconSearch}
        action={
          <Link to="/">{isSignedIn ? text(pageMessages.goToStart) : text(accountMessages.signIn)}</Link>
        }
      >
        {isSignedIn ? text(pageMessages.notFoundStartAgain) : text(pageMessages.notFoundSignIn)}
      </Notice>
    </>
  );
}
