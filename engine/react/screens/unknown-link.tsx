/** The page of a link from a mail that names nothing: most often truncated, because mail programs break long addresses. */
import { IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { linkMessages } from '../../locales/links.ts';
import { text } from '../language/text.ts';
import { Notice } from '../page/feedback.tsx';
import { PageHead } from '../page/page-head.tsx';
import { signInPath } from '../router/places.ts';
import { useSlice } from '../session/portal-context.ts';

interface UnknownLinkProps {
  readonly title: string;
  /** What to do about it. */
  readonly help: string;
}

export function UnknownLink({ title, help }: UnknownLinkProps) {
  const slice = useSlice();
  return (
    <>
      <PageHead title={title} />
      <Notice
        icon={IconSearch}
        heading={text(linkMessages.unknownLink)}
        action={<Link to={signInPath(slice)}>{text(linkMessages.continueToPortal)}</Link>}
      >
        {help}
      </Notice>
    </>
  );
}
