/** The one place that says honestly that a page's feature comes later. */
import { Link } from 'react-router-dom';
import { Notice } from '../../page/notice.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { text } from '../../text.ts';
import type { ScreenProps } from '../screen.ts';

export function NotOpenScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      <Notice
        icon="clock"
        heading={text('Not open yet')}
        action={<Link to="/">{text('Go to your start page')}</Link>}
      >
        {text(
          'This page has its place here, but what it does is still being built. Nothing of yours is waiting in it.',
        )}
      </Notice>
    </>
  );
}
