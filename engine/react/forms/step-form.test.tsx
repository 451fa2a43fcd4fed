/** A step that is shown answers nothing by itself. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test } from 'vitest';
import type { Answers } from '../../portal/form-conditions.ts';
import type { WireForm } from '../../portal/slice.ts';
import { noErrors } from './errors.ts';
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

test('a group of questions that nobody has answered is no answer to be saved', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const changes: Answers[] = [];
  await act(async () =>
    root.render(
      <MantineProvider>
        <StepForm
          form={form}
          names={['reader', 'receipt']}
          isLast
          answers={{}}
          shown={{}}
          errors={noErrors}
          validator={lenient}
          isReadOnly={false}
          onChange={(answers) => void changes.push(answers)}
        />
      </MantineProvider>,
    ),
  );
  expect(place.textContent).toContain('Receipt');
  expect(changes.filter((answers) => Object.keys(answers).length > 0)).toEqual([]);
  await act(async () => root.unmount());
});
