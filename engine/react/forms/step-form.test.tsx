/** Showing a step sets no answers. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { PortalContext, type PortalServices } from '../session/portal-context.ts';
import { createStore } from '../session/store.ts';
import { noErrors } from './errors/errors.ts';
import { StepForm } from './step-form.tsx';
import { lenient } from './validator.ts';

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia }));

const form: WireForm = {
  hash: 'loan',
  title: 'Loan',
  schema: {
    type: 'object',
    required: ['receipt'],
    properties: {
      reader: { type: 'string', title: 'Reader' },
      receipt: { type: 'object', title: 'Receipt', properties: { no: { type: 'string', title: 'Number' } } },
    },
  },
  uiSchema: {},
  steps: [{ id: 'loan', title: 'Loan', description: null, properties: ['reader', 'receipt'] }],
  conditions: [],
  from: {},
  verify: [],
  filledBy: {},
};

async function show(parts: Partial<Parameters<typeof StepForm>[0]>, services: PortalServices | null = null) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <PortalContext value={services}>
        <MantineProvider>
          <StepForm
            form={form}
            names={['reader', 'receipt']}
            isLast
            answers={{}}
            shown={{}}
            errors={noErrors}
            corrected={new Set()}
            validator={lenient}
            isReadOnly={false}
            onChange={() => {}}
            {...parts}
          />
        </MantineProvider>
      </PortalContext>,
    ),
  );
  return { place, end: () => act(async () => root.unmount()) };
}

test('a group of questions that nobody has answered is no answer to be saved', async () => {
  const changes: Answers[] = [];
  const { place, end } = await show({ onChange: (answers) => void changes.push(answers) });
  expect(place.textContent).toContain('Receipt');
  expect(changes.filter((answers) => Object.keys(answers).length > 0)).toEqual([]);
  await end();
});

test('a question says what the browser may fill in', async () => {
  const names = { reader: { 'ui:autocomplete': 'name', 'ui:widget': 'textarea' } };
  const receipt = { receipt: { no: { 'ui:autocomplete': 'off' } } };
  const { place, end } = await show({ form: { ...form, uiSchema: { ...names, ...receipt } } });
  expect(place.querySelector('textarea')?.getAttribute('autocomplete')).toBe('name');
  expect(place.querySelector('input')?.getAttribute('autocomplete')).toBe('off');
  await end();
});

test('a group shows its help and that it is optional, as a question does', async () => {
  const help = 'Only if you have paid already.';
  const optional = {
    ...form,
    schema: { ...form.schema, required: [] },
    uiSchema: { receipt: { 'ui:help': help } },
  };
  const { place, end } = await show({ form: optional });
  const group = place.querySelector('fieldset');
  expect(group?.querySelector('legend')?.textContent).toBe('Receipt (optional)');
  const described = group?.getAttribute('aria-describedby') ?? '';
  expect(place.querySelector(`[id="${described}"]`)?.textContent).toBe(help);
  await end();
  const required = await show({});
  expect(required.place.querySelector('legend')?.textContent).toBe('Receipt');
  await required.end();
});

test('what is corrected is no longer wrong, and keeps its place', async () => {
  const errors = { reader: ['Enter an answer.'] };
  const wrong = await show({ errors });
  expect(wrong.place.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
  await wrong.end();
  const { place, end } = await show({ errors, corrected: new Set(['reader']) });
  expect(place.querySelector('input')?.getAttribute('aria-invalid')).toBe('false');
  expect(place.querySelector('[aria-hidden]')?.textContent).toBe('Enter an answer.');
  await end();
});

const readRope = async () => [{ value: 'rope', label: 'Rope', answers: { price: '4.20' } }];

test('a figure follows the record that an answer names, when it has been read', async () => {
  const store = createStore(sampleSlice);
  store.change((draft) => void (draft.session.token = 'reader'));
  const changes: Answers[] = [];
  const properties = { item: { type: 'string' }, count: { type: 'integer' }, total: { type: 'string' } };
  const naming: WireForm = {
    ...form,
    schema: { type: 'object', properties },
    uiSchema: {
      item: { 'ui:reference': { question: 'item' } },
      total: { 'ui:compute': { product: ['count', 'item.price'] } },
    },
  };
  const { end } = await show(
    {
      form: naming,
      names: ['count'],
      answers: { item: 'rope', count: 3 },
      onChange: (answers) => void changes.push(answers),
    },
    { store, client: { call: readRope } } as unknown as PortalServices,
  );
  const computed = { item: 'rope', count: 3, total: '12.60' };
  await vi.waitFor(() => act(async () => expect(changes.at(-1)).toEqual(computed)), 10_000);
  await end();
});
