/** A new list of choices begins empty, unless somebody says which one it is like. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { DraftModel, EditableSort } from '../../../../contract/editing.ts';
import { PortalContext, type PortalServices } from '../../../session/portal-context.ts';
import { NewPart } from './new-part.tsx';

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia });
});

const refused = { ok: false, problem: { kind: 'fields', status: 422, errors: { name: ['It exists.'] } } };
const models = [{ name: 'branch', title: 'Branches' }];

test.each([
  ['lookups', ['', 'branch'], null],
  ['fees', ['branch'], 'branch'],
] as const)('%s offer what a new one can be like', async (sort: EditableSort, offered, like) => {
  const { values, sent } = await addLike({ sort, files: [], models });
  expect(values).toEqual(offered);
  expect(sent).toMatchObject({ sort, like });
});

/** What the form offers to begin with, and what it sends if nobody chooses. */
async function addLike(of: DraftModel['sorts'][number]) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const send = vi
    .fn<(key: string, request: { readonly body: unknown }) => Promise<typeof refused>>()
    .mockResolvedValue(refused);
  const services = { client: { send } } as unknown as PortalServices;
  await act(async () =>
    root.render(
      <MantineProvider>
        <PortalContext value={services}>
          <NewPart of={of} onAdded={() => {}} />
        </PortalContext>
      </MantineProvider>,
    ),
  );
  const values = [...place.querySelectorAll('option')].map(({ value }) => value);
  await act(async () => place.querySelector('form')?.requestSubmit());
  await act(async () => root.unmount());
  return { values, sent: send.mock.calls[0]?.[1].body };
}
