/** Only what somebody picks, or types in full, becomes the answer. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { WidgetProps } from './form-context.ts';
import { SearchableChoice } from './searchable-choice.tsx';

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia, ResizeObserver });
  Element.prototype.scrollIntoView = () => {};
});

const choices = [
  { value: 'biography', label: 'Biography' },
  { value: 'novel', label: 'Novel' },
  { value: 'novella', label: 'Novella' },
];

let end = () => Promise.resolve();
afterEach(() => end());

/** A field that shows "Novel". */
async function show(search?: Parameters<typeof SearchableChoice>[0]['search']) {
  const answers: unknown[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const offered = search?.isPending === true ? [] : choices;
  const props = {
    id: 'genre',
    value: 'novel',
    groups: [{ title: null, choices: offered }],
    options: {},
    schema: {},
  };
  await act(async () =>
    root.render(
      <MantineProvider>
        <SearchableChoice
          {...(props as unknown as WidgetProps & typeof props)}
          {...(search !== undefined && { search })}
          onChange={(answer) => void answers.push(answer)}
        />
      </MantineProvider>,
    ),
  );
  end = () => act(async () => root.unmount());
  const field = place.querySelector('input');
  if (field === null) throw new Error('There is no field.');
  const write = (words: string) =>
    act(async () => {
      field.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const press = (key: string) =>
    act(
      async () =>
        void field.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
        ),
    );
  return { answers, field, write, press, leave: () => act(async () => field.blur()) };
}

test('Escape keeps the answer, whatever was typed', async () => {
  const { answers, field, write, press, leave } = await show();
  await write('biography');
  await press('Escape');
  expect(field.value).toBe('Novel');
  await leave();
  expect([answers, field.value]).toEqual([[], 'Novel']);
});

test('half a word chooses nothing when somebody leaves the field, even if one choice fits', async () => {
  const { answers, field, write, leave } = await show();
  await write('biog');
  await leave();
  expect([answers, field.value]).toEqual([[], 'Novel']);
});

test('a title that was typed in full is chosen, and an emptied field is no answer', async () => {
  const { answers, write, leave } = await show();
  await write('novella');
  await leave();
  await write('');
  await leave();
  expect(answers).toEqual(['novella', undefined]);
});

test('Enter takes the choice that fits best', async () => {
  const { answers, write, press } = await show();
  await write('biog');
  await press('Enter');
  expect(answers).toEqual(['biography']);
});

test('the server decides which choices fit the typed words', async () => {
  const asked: string[] = [];
  const search = { chosen: undefined, isPending: false, onType: (words: string) => void asked.push(words) };
  const { answers, write, press } = await show(search);
  // No label has the word: the server found it elsewhere in the records.
  await write('tides');
  await press('Enter');
  expect([asked, answers]).toEqual([['tides', ''], ['biography']]);
});

test('Enter sends no form while the choices for the typed words are still to come', async () => {
  const { answers, field, write, press } = await show({
    chosen: undefined,
    isPending: true,
    onType: () => {},
  });
  const sent: boolean[] = [];
  document.addEventListener('keydown', (event) => void sent.push(!event.defaultPrevented), { once: true });
  await write('tides');
  await press('Enter');
  expect([sent, answers, field.value]).toEqual([[false], [], 'tides']);
});
