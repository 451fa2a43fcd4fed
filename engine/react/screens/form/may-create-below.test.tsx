/** A form below a record is shown only if a child can be created there. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../../api/client.ts';
import { PortalContext, type PortalServices } from '../../session/portal-context.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { createStore } from '../../session/store.ts';
import { MayCreateBelow } from './may-create-below.tsx';

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia });
});

const [loan] = Object.values(sampleSlice.recordTypes);
const slice = {
  ...sampleSlice,
  recordTypes: { ...sampleSlice.recordTypes, note: { ...loan!, kinds: [], parents: ['order'] } },
};

async function show(begins: readonly string[], expected: string, cannotCreate?: string): Promise<string> {
  const call: Client['call'] = async () => ({ type: 'order', slug: 'a', begins }) as never;
  const client = { call } as Partial<Client> as Client;
  const note = { ...slice.recordTypes.note, ...(cannotCreate !== undefined && { cannotCreate }) };
  const shown = { ...slice, recordTypes: { ...slice.recordTypes, note } };
  const services = { store: createStore(shown), client } as PortalServices;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider>
        <MemoryRouter>
          <SWRConfig value={{ provider: () => new Map() }}>
            <PortalContext value={services}>
              <MayCreateBelow type="note" above={{ type: 'order', slug: 'a' }}>
                The form
              </MayCreateBelow>
            </PortalContext>
          </SWRConfig>
        </MemoryRouter>
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() => act(async () => expect(place.textContent).toContain(expected)));
  const said = place.textContent;
  await act(async () => root.unmount());
  return said;
}

test('the form for a child record is shown if it may be created, else the page explains that it cannot', async () => {
  await show(['note'], 'The form');
  expect(await show(['other'], 'You cannot start anything here now.')).not.toContain('The form');
});

test('the page says what the configuration says to people who may create none', async () => {
  const reason = 'Confirm your address first.';
  expect(await show([], reason, reason)).not.toContain('The form');
});
