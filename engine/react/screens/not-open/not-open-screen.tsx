/** The only screen that says that a feature is not available yet. */
import { Link } from 'react-router-dom';
import { Notice } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { text } from '../../language/text.ts';
import type { ScreenProps } from '../../router/screen.ts';
import { pageMessages } from '../../../locales/page.ts';

export function NotOpenScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      <Notice
        icon="clock"
        heading={text(pageMessages.notOpenYet)}
        action={<Link to="/">{text(pageMessages.goToStart)}</Link>}
      >
        {text(pageMessages.notOpenYetHelp)}
      </Notice>
    </>
  );
}
