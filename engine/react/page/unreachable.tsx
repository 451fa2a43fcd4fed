/** The server could not be asked for this page. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useRevalidator } from 'react-router-dom';
import { text } from '../text.ts';
import { Notice } from './notice.tsx';
import { PageHead } from './page-head.tsx';

export function Unreachable() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHead title={text('No connection')} />
      <Notice
        icon="alert"
        isUrgent
        action={
          <Button variant="default" onClick={() => void revalidate()}>
            {text('Try again')}
          </Button>
        }
      >
        {text('The portal could not be reached. What you entered before is kept on this device.')}
      </Notice>
    </>
  );
}
