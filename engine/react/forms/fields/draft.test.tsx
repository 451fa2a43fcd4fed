/** What a field shows while somebody types into it, and when the form gets the text. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { saveBeforeRedraw, saveUnsaved } from '../../session/unsaved.ts';
import { NumberWidget } from './text-widgets.tsx';

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

let root: Root;
let answers: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Draws the question with this answer of the form. */
async function draw(value: unknown): Promise<HTMLInputElement> {
  const question = { id: 'root_units', label: 'Units', options: {}, schema: { type: 'integer' } } as const;
  await act(async () =>
    root.render(
      <NumberWidget
        {...question}
        value={value}
        onChange={(answer) => void answers.push(answer)}
        registry={{ formContext: {} }}
      />,
    ),
  );
  return document.querySelector('input') as HTMLInputElement;
}

async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

async function leave(input: HTMLInputElement): Promise<void> {
  await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
}

test('the form gets the text once, after a pause', async () => {
  const input = await draw(undefined);
  await type(input, '12');
  await act(async () => vi.advanceTimersByTime(200));
  await type(input, '12345');
  expect(input.value).toBe('12,345');
  await act(async () => vi.advanceTimersByTime(200));
  expect(answers).toEqual([]);
  await act(async () => vi.advanceTimersByTime(100));
  expect(answers).toEqual([12345]);
});

test('what somebody types stays while the form gets another answer, which shows when they leave', async () => {
  const input = await draw(7);
  await type(input, '0012');
  await act(async () => vi.advanceTimersByTime(300));
  expect(answers).toEqual([12]);
  await draw(12);
  expect(input.value).toBe('0012');
  await leave(input);
  expect(input.value).toBe('12');
  await type(input, '012');
  await leave(input);
  // The form has the same answer as before.
  expect(input.value).toBe('12');
});

test('an answer from elsewhere shows at once where nobody types', async () => {
  const input = await draw(7);
  await draw(8);
  expect(input.value).toBe('8');
  await type(input, '9');
  await leave(input);
  await draw(undefined);
  expect(input.value).toBe('');
});

test('the form gets what was typed before the question goes', async () => {
  const input = await draw(7);
  await type(input, '8');
  await act(async () => root.render(null));
  expect(answers).toEqual([8]);
});

test.each([
  ['the form is sent', () => document.body.dispatchEvent(new Event('submit', { bubbles: true }))],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
])('the form gets what was typed before %s', async (_, happen) => {
  const input = await draw(7);
  await type(input, '8');
  const heard: unknown[][] = [];
  const hear = () => void heard.push([...answers]);
  for (const name of ['submit', 'visibilitychange']) document.addEventListener(name, hear, { once: true });
  await act(async () => void happen());
  expect(answers).toEqual([8]);
  for (const known of heard) expect(known).toEqual([8]);
  await act(async () => vi.advanceTimersByTime(300));
  expect(answers).toEqual([8]);
});

test('the form gets what was typed before it is saved for another language', async () => {
  const input = await draw(7);
  await type(input, '8');
  let known: unknown[] = [];
  const end = saveBeforeRedraw(async () => void (known = [...answers]));
  await act(saveUnsaved);
  end();
  expect(known).toEqual([8]);
});
