/** The portal's form, with its store, theme and compiled validator. */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import type { Answers } from '../../../engine/portal/forms/form-conditions.ts';
import type { WireForm } from '../../../engine/portal/wire/slice.ts';
import { createClient } from '../../../engine/react/api/client.ts';
import { RecordForm } from '../../../engine/react/forms/record-form.tsx';
import { sampleSlice } from '../../../engine/react/sample/sample-slice.ts';
import { createAccount } from '../../../engine/react/session/account.ts';
import { createLookups } from '../../../engine/react/session/lookups.ts';
import { PortalContext, type PortalServices } from '../../../engine/react/session/portal-context.ts';
import { createStore } from '../../../engine/react/session/store.ts';
import { ThemeProvider } from '../../../engine/react/theme/theme.tsx';
import type { BenchForm } from './form.js';

export function mount(place: HTMLElement, { count, schema }: BenchForm): void {
  const properties = Object.keys(schema['properties'] as object);
  const form: WireForm = {
    // The address of its validator.
    hash: String(count),
    title: 'Benchmark',
    schema,
    uiSchema: {},
    steps: [{ id: 'all', title: 'All', description: null, properties }],
    conditions: [],
    from: {},
    verify: [],
    filledBy: {},
  };
  createRoot(place).render(<Page form={form} services={createServices()} />);
}

function Page({ form, services }: { readonly form: WireForm; readonly services: PortalServices }) {
  return (
    <PortalContext value={services}>
      <ThemeProvider>
        <MemoryRouter>
          <Filled form={form} />
        </MemoryRouter>
      </ThemeProvider>
    </PortalContext>
  );
}

/** Below the theme, as in the portal: an answer draws neither theme nor router again. */
function Filled({ form }: { readonly form: WireForm }) {
  const [answers, setAnswers] = useState<Answers>({});
  return (
    <RecordForm form={form} data={answers} onChange={setAnswers} onSubmit={setAnswers} submitLabel="Send" />
  );
}

function createServices(): PortalServices {
  const tokens = { read: () => null, write: () => {}, remove: () => {}, onChangeElsewhere: () => () => {} };
  const client = createClient({ base: '/api/v1', csrf: '', tokens });
  const store = createStore(sampleSlice);
  return { client, store, account: createAccount(client, store), readLookups: createLookups(client, store) };
}
