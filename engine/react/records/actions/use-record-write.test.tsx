/** Several writes to a record can start before the first is answered. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import type { WireRecord } from '../../../contract/record.ts';
import { type CallKey, pathOf, type PlainInput } from '../../api/call.ts';
import type { Client, Result } from '../../api/client.ts';
import { sampleSlice } from '../../sample/sample-slice.ts';
import { PortalContext, type PortalServices } from '../../session/portal-context.ts';
import { createStore } from '../../session/store.ts';
import { type StepOutcome, useRecordWrite } from './use-record-write.ts';

const record = { type: 'loan', slug: 'a', version: 1 } as WireRecord;

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

test('a refusal stays to be read when the next thing succeeds', async () => {
  const refused = { kind: 'refused', code: null, message: 'Not this one.' } as const;
  const send = async (endpoint: CallKey, input: PlainInput): Promise<Result<unknown>> =>
    pathOf(endpoint, input).endsWith('/one')
      ? { ok: false, problem: refused }
      : { ok: true, value: { ...record, version: 2 }, etag: null };
  const client = { send } as Partial<Client> as Client;
  const both = Promise.withResolvers<StepOutcome[]>();
  function Page() {
    const { take, problem } = useRecordWrite(record, () => {});
    return (
      <button onClick={() => both.resolve(Promise.all([take('one', {}), take('two', {})]))}>
        {problem?.kind === 'refused' ? problem.message : 'Fine.'}
      </button>
    );
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <PortalContext value={{ client, store: createStore(sampleSlice) } as PortalServices}>
        <Page />
      </PortalContext>,
    ),
  );
  await act(async () => {
    place.querySelector('button')?.click();
    expect(await both.promise).toEqual(['failed', 'taken']);
  });
  expect(place.textContent).toBe('Not this one.');
  await act(async () => root.unmount());
});
