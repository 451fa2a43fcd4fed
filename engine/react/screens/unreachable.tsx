/** The server was unreachable for this page. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useRevalidator } from 'react-router-dom';
import { text } from '../text.ts';
import { Notice } from '../page/notice.tsx';
import { PageHead } from '../page/page-head.tsx';
import { pageMessages } from '../../locales/page.ts';

export function Unreachable() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHead title={text(pageMessages.noConnection)} />
      <Notice
        icon="alert"
        isUrgent
        action={
          <Button variant="default" onClick={() => void revalidate()}>
            {text(pageMessages.tryAgain)}
          </Button>
        }
      >
        {text(pageMessages.serverUnreachable)}
      </Notice>
    </>
  );
}
