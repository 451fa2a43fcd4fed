/** A form is on the page before its validator: what is pressed meanwhile waits for it. */
// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { FormSteps } from './use-form-steps.ts';
import { useSettledStep } from './use-settled-step.ts';

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

test('a press before the validator is there goes on once, when it is, and not on another step', async () => {
  const proceed = vi.fn<() => void>();
  function Step({ isReady, step = 0 }: { readonly isReady: boolean; readonly step?: number }) {
    const steps: Partial<FormSteps> = { step, names: [], isChecking: false, proceed };
    const settled = useSettledStep('loan', steps as FormSteps, { settle: undefined, isReady });
    return (
      <button type="button" aria-busy={settled.isSettling} onClick={settled.proceed}>
        Send
      </button>
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
  await act(async () => root.unmount());
});
