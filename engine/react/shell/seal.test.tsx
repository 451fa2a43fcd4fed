/** A portal shows its own seal beside its title, and the initial of the title while it has none. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import { PortalContext, type PortalServices } from '../session/portal-context.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { createStore } from '../session/store.ts';
import { Brand } from './brand.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

async function show(seal: string | null): Promise<HTMLElement> {
  const services = { store: createStore({ ...sampleSlice, seal }) } as PortalServices;
  const place = document.createElement('div');
  await act(async () =>
    createRoot(place).render(
      <MemoryRouter>
        <PortalContext value={services}>
          <Brand />
        </PortalContext>
      </MemoryRouter>,
    ),
  );
  return place;
}

test('with a picture', async () => {
  const place = await show('/assets/pictures/crest');
  expect(place.querySelector('img')?.getAttribute('src')).toBe('/assets/pictures/crest');
  expect(place.textContent).toBe('Lending House');
});

test('without one', async () => {
  const place = await show(null);
  expect(place.querySelector('img')).toBeNull();
  expect(place.textContent).toBe('LLending House');
});
