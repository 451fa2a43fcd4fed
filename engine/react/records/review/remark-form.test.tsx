/** A frequent remark is sent by its code, unless its text was changed. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { frequentRemarks } from '../../../portal/text/remark.ts';
import { RemarkForm } from './verdict-forms.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
Element.prototype.scrollIntoView = () => {};
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const [frequent] = frequentRemarks.returned;

async function open() {
  const saved: unknown[] = [];
  // A form outside of the document is not sent.
  const page = document.body.appendChild(document.createElement('div'));
  const onSave = (remark: unknown) => saved.push(remark);
  await act(async () =>
    createRoot(page).render(
      <MantineProvider>
        <RemarkForm state="returned" onSave={onSave} onCancel={() => {}} />
      </MantineProvider>,
    ),
  );
  const press = (name: string) =>
    act(async () =>
      [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click(),
    );
  const write = (words: string) =>
    act(async () => {
      const area = page.querySelector('textarea')!;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, words);
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
  return { saved, press, write };
}

test('a remark that is chosen is sent as a code, and shown as a sentence', async () => {
  const { saved, press } = await open();
  await press(frequent.english);
  await press('Return this item');
  expect(saved).toEqual([{ code: frequent.code }]);
});

test('words that somebody wrote are sent as they are, though they began with a frequent remark or equal one', async () => {
  const { saved, press, write } = await open();
  await press(frequent.english);
  await write(`${frequent.english} Page 2. `);
  await press('Return this item');
  await write(frequent.english);
  await press('Return this item');
  expect(saved).toEqual([`${frequent.english} Page 2.`, frequent.english]);
});

test('nothing is sent without words', async () => {
  const { saved, press, write } = await open();
  await write('  ');
  await press('Return this item');
  expect(saved).toEqual([]);
});
