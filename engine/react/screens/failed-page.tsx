/** A page that failed to render, in the visitor's frame: possible cause, what is safe, a retry button. */
import { text } from '../text.ts';
import { Notice } from '../page/notice.tsx';
import { PageHead } from '../page/page-head.tsx';
import { PrimaryButton } from '../page/primary-button.tsx';
import { useTryAgain } from './failed-frame.tsx';
import { pageMessages } from '../../locales/page.ts';

export function FailedPage() {
  const { said, tryAgain } = useTryAgain();
  return (
    <>
      <PageHead title={text(pageMessages.cannotBeShown)} />
      <Notice
        icon="alert"
        isUrgent
        action={
          <PrimaryButton type="button" onClick={tryAgain}>
            {text(pageMessages.tryAgain)}
          </PrimaryButton>
        }
      >
        {said}
      </Notice>
    </>
  );
}
