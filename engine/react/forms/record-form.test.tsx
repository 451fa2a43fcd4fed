/** How much of a form is drawn again for one answer, and what is sent. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { FieldTexts } from '../api/problem.ts';
import { sampleSlice } from '../sample/sample-slice.ts';
import { PortalContext, type PortalServices } from '../session/portal-context.ts';
import { createStore } from '../session/store.ts';
import { RecordForm } from './record-form.tsx';

/** A component on the page, as React hands it to its tools. */
interface DrawnPart {
  readonly tag: number;
  readonly flags: number;
  readonly type: unknown;
  readonly child: DrawnPart | null;
  readonly sibling: DrawnPart | null;
  /** The same part as it was before. */
  readonly alternate: DrawnPart | null;
}

/** Names of the components that were drawn since the list was emptied. React looks for its tools when it loads. */
const drawn = vi.hoisted(() => {
  const names: string[] = [];
  /** Function, class and forwarded components, and those in a `memo` without a comparison. */
  const components = new Set([0, 1, 11, 15]);
  const performedWork = 1;
  const note = (part: DrawnPart) => {
    for (let child = part.child; child !== null; child = child.sibling) {
      if (components.has(child.tag) && (child.flags & performedWork) !== 0) names.push(nameOf(child.type));
      // What is below was not looked at if it is the same as before.
      if (child.child !== child.alternate?.child) note(child);
    }
  };
  const nameOf = (type: unknown): string => {
    const { displayName, name, render } = type as { displayName?: string; name?: string; render?: unknown };
    return displayName ?? name ?? (render === undefined ? '' : nameOf(render));
  };
  const tools = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_renderer: number, root: { readonly current: DrawnPart }) => note(root.current),
    onCommitFiberUnmount: () => {},
  };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: tools });
  return names;
});

// Loading it would draw the form once more at a time of its own.
vi.mock(import('./validator.ts'), async (load) => {
  const validator = await load();
  return { ...validator, useValidator: () => validator.lenient };
});

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia }));
beforeEach(() => document.body.replaceChildren());

/** Texts and numbers. The second question is asked once the first has an answer. */
function formOf(questions: number, steps: number): WireForm {
  const names = Array.from({ length: questions }, (_, index) => `q${index}`);
  const inStep = questions / steps;
  return {
    hash: `loan-${questions}`,
    title: 'Loan',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name, index) => [
          name,
          { type: index % 3 === 2 ? 'integer' : 'string', title: `Question ${name}` },
        ]),
      ),
    },
    uiSchema: {},
    steps: Array.from({ length: steps }, (_, step) => ({
      id: `step-${step}`,
      title: `Step ${step}`,
      description: null,
      properties: names.slice(step * inStep, (step + 1) * inStep),
    })),
    conditions: [
      {
        property: 'q1',
        when: {
          test: 'compare',
          subject: { from: 'field', path: { ancestor: null, keys: ['q0'], lookup: null } },
          operator: 'exists',
          operand: { value: true },
        },
        isRequired: false,
        isInSchema: true,
      },
    ],
    from: {},
    verify: [],
    filledBy: {},
  };
}

interface ShownForm {
  /** Types into a question and leaves it. @returns the names of the components that the key and the answer drew */
  type(question: string, text: string): Promise<{ readonly key: string[]; readonly answer: string[] }>;
  /** Types into a question and sends the form from there, as a password manager does. @returns what was sent */
  send(question: string, text: string): Promise<Answers[]>;
  end(): Promise<void>;
}

async function show(form: WireForm, extraErrors: FieldTexts = {}): Promise<ShownForm> {
  const sent: Answers[] = [];
  const services = { store: createStore(sampleSlice) } as PortalServices;
  function Page() {
    const [answers, setAnswers] = useState<Answers>({});
    return (
      <RecordForm
        form={form}
        data={answers}
        extraErrors={extraErrors}
        onChange={setAnswers}
        onSubmit={(data) => void sent.push(data)}
        submitLabel="Send"
      />
    );
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <PortalContext value={services}>
        <MantineProvider>
          <MemoryRouter>
            <Page />
          </MemoryRouter>
        </MantineProvider>
      </PortalContext>,
    ),
  );
  return {
    async type(question, text) {
      const key = await drawnBy(() => void press(question, text));
      const input = document.getElementById(`root_${question}`);
      const answer = await drawnBy(() => input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
      return { key, answer };
    },
    async send(question, text) {
      await drawnBy(() => press(question, text).form?.requestSubmit());
      return sent;
    },
    end: () => act(async () => root.unmount()),
  };
}

function press(question: string, text: string): HTMLInputElement {
  const input = document.getElementById(`root_${question}`) as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return input;
}

/** @returns the names of the components that were drawn for it */
async function drawnBy(work: () => void): Promise<string[]> {
  drawn.length = 0;
  await act(async () => {
    work();
    // The form looks at a question that was left a moment later.
    await new Promise((resolve) => setTimeout(resolve));
  });
  return drawn.splice(0);
}

function fieldsBut(question: string): readonly HTMLInputElement[] {
  return [...document.querySelectorAll('input')].filter(({ id }) => id !== `root_${question}`);
}

test.each([1, 3])('a key draws nothing, and an answer its question, in a form of %i steps', async (steps) => {
  const counted = [];
  for (const questions of [30, 300]) {
    const shown = await show(formOf(questions, steps));
    counted.push(await shown.type('q6', 'Ana'));
    await shown.end();
  }
  const [short, long] = counted;
  expect(short?.key).toEqual([]);
  expect(short?.answer.filter((name) => name === 'DrawnQuestion')).toHaveLength(1);
  // The form around it, which looks at the answer once more when its question is left.
  expect(short?.answer.length).toBeLessThanOrEqual(30);
  expect(short?.answer.filter((name) => /Button|Heading|Indicator/.test(name))).toEqual([]);
  expect(long).toEqual(short);
});

test('an answer draws what depends on it, and leaves the other questions and their errors alone', async () => {
  const shown = await show(formOf(60, 1), { q9: ['The library has no such card.'] });
  const before = fieldsBut('q1');
  expect(before).toHaveLength(59);
  const expected = [
    ['q6', 'Ana', 1],
    ['q0', 'Atlas', 2],
    ['q6', 'Ben', 1],
  ] as const;
  for (const [question, text, count] of expected) {
    const { answer } = await shown.type(question, text);
    expect(answer.filter((name) => name === 'DrawnQuestion')).toHaveLength(count);
  }
  // Each is still the same element, so it would have kept the focus.
  const after = fieldsBut('q1');
  expect(after).toHaveLength(before.length);
  expect(after.filter((field, index) => field !== before[index])).toEqual([]);
  await shown.end();
});

test('what was typed last is sent, without Enter and without leaving the field', async () => {
  const shown = await show(formOf(3, 1));
  await shown.type('q0', 'Atlas');
  expect(await shown.send('q1', 'Ana')).toEqual([{ q0: 'Atlas', q1: 'Ana' }]);
  await shown.end();
});

test('a row that a list begins with is an answer once somebody adds to what it has by itself', async () => {
  const item = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Name' },
      nationality: { type: 'string', title: 'Nationality', default: 'PH' },
    },
  };
  const plain = formOf(1, 1);
  const shown = await show({
    ...plain,
    hash: 'staff',
    schema: {
      type: 'object',
      properties: {
        q0: { type: 'string', title: 'Question' },
        staff: { type: 'array', title: 'Staff', minItems: 1, items: item },
      },
    },
    steps: plain.steps.map((step) => ({ ...step, properties: ['q0', 'staff'] })),
    conditions: [],
  });
  expect(await shown.send('q0', 'first')).toEqual([{ q0: 'first' }]);
  const [, second] = await shown.send('staff_0_name', 'Ben');
  expect(second).toEqual({ q0: 'first', staff: [{ name: 'Ben', nationality: 'PH' }] });
  await shown.end();
});
