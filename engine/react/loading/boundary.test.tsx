/** A page that fails to render shows an error in its place, until the visitor leaves it. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import { Boundary } from './boundary.tsx';

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

function Missing(): never {
  throw new Error('Its code did not come.');
}

test('a broken screen shows an error page until the visitor opens another page', async () => {
  const place = document.createElement('div');
  // React logs the caught error.
  const root = createRoot(place, { onCaughtError: () => {} });
  const show = (at: string, page: React.ReactNode) =>
    act(async () =>
      root.render(
        <Boundary at={at} fallback="This page could not be shown">
          {page}
        </Boundary>,
      ),
    );
  await show('/loans', 'Loans');
  expect(place.textContent).toBe('Loans');
  await show('/desk', <Missing />);
  expect(place.textContent).toBe('This page could not be shown');
  await show('/loans', 'Loans');
  expect(place.textContent).toBe('Loans');
});
