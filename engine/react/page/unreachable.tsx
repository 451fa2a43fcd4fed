/** The server could not be asked for this page. */
import { useRevalidator } from 'react-router-dom';
import { Notice } from './notice.tsx';
import { PageHead } from './page-head.tsx';

export function Unreachable() {
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHead title="No connection" />
      <Notice
        icon="alert"
        isUrgent
        action={
          <button type="button" onClick={() => void revalidate()}>
            Try again
          </button>
        }
      >
        The portal could not be reached. What you entered before is kept on this device.
      </Notice>
    </>
  );
}
