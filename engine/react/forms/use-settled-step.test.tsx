/** A form is on the page before its validator: what is pressed meanwhile waits for it. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import { saveUnsaved } from '../session/unsaved.ts';
import type { FormSteps } from './use-form-steps.ts';
import { useSettledStep } from './use-settled-step.ts';

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

test('a press before the validator is there goes on once, when it is, and not on another step', async () => {
  const proceed = vi.fn<() => void>();
  const showErrors = vi.fn<() => void>();
  function Step({ isReady, step = 0 }: { readonly isReady: boolean; readonly step?: number }) {
    const steps: Partial<FormSteps> = { step, names: [], isChecking: false, proceed, showErrors };
    const settled = useSettledStep('loan', steps as FormSteps, {
      settle: undefined,
      isReady,
      edition: null,
    });
    return (
      <form onInput={settled.noteTyping}>
        <input />
        <button type="button" aria-busy={settled.isSettling} onClick={settled.proceed}>
          Send
        </button>
      </form>
    );
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (isReady: boolean, step = 0) =>
    act(async () => root.render(<Step isReady={isReady} step={step} />));
  await draw(false);
  const button = place.querySelector('button')!;
  await act(async () => button.click());
  await act(async () => button.click());
  expect(proceed).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-busy')).toBe('true');
  await draw(true);
  expect(proceed).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('false');
  await act(async () => button.click());
  expect(proceed).toHaveBeenCalledTimes(2);
  await draw(false);
  await act(async () => button.click());
  await draw(false, 1);
  await draw(true, 1);
  expect(proceed).toHaveBeenCalledTimes(2);
  expect(button.getAttribute('aria-busy')).toBe('false');
  // Back on the first step, the press of before does not count either.
  await draw(false, 0);
  await act(async () => button.click());
  await draw(false, 1);
  await draw(false, 0);
  expect(button.getAttribute('aria-busy')).toBe('false');
  await draw(true, 0);
  expect(proceed).toHaveBeenCalledTimes(2);
  // Whoever types while it waits is shown the errors, and keeps the step and the focus.
  await draw(false, 0);
  await act(async () => button.click());
  await act(
    async () => void place.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true })),
  );
  await draw(true, 0);
  expect(proceed).toHaveBeenCalledTimes(2);
  expect(showErrors).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('false');
  // Another language draws the form anew: it comes after what was pressed, and not at all late after what was not.
  await draw(false, 0);
  await act(async () => button.click());
  const order: string[] = [];
  proceed.mockImplementation(() => void order.push('press'));
  const redrawn = saveUnsaved().then(() => order.push('redraw'));
  await act(async () => Promise.resolve());
  expect(order).toEqual([]);
  await draw(true, 0);
  await redrawn;
  expect(order).toEqual(['press', 'redraw']);
  await draw(false, 0);
  await act(async () => button.click());
  await draw(false, 1);
  await saveUnsaved();
  await draw(false, 0);
  await act(async () => button.click());
  await act(async () => root.unmount());
  await saveUnsaved();
  expect(proceed).toHaveBeenCalledTimes(3);
});
