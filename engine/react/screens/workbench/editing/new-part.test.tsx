/** What forms of the workbench offer, and what they send: of a new part, and of a row of a condition. */
// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ConditionGrammarModel, DraftModel, EditableSort } from '../../../../contract/editing.ts';
import type { ConditionRow } from '../../../../portal/conditions/condition-parts.ts';
import { PortalContext, type PortalServices } from '../../../session/portal-context.ts';
import { saveUnsaved } from '../../../session/unsaved.ts';
import { ConditionRowFields } from '../conditions/condition-row.tsx';
import { NewPart } from './new-part.tsx';

const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, matchMedia });
});

const refused = { ok: false, problem: { kind: 'fields', status: 422, errors: { name: ['It exists.'] } } };
const models = [{ name: 'branch', title: 'Branches' }];

test.each([
  ['lookups', ['', 'branch'], null],
  ['fees', ['branch'], 'branch'],
] as const)('%s offer what a new one can be like', async (sort: EditableSort, offered, like) => {
  const { values, sent } = await addLike({ sort, files: [], models });
  expect(values).toEqual(offered);
  expect(sent).toMatchObject({ sort, like });
});

/** What the form offers to begin with, and what it sends if nobody chooses. */
async function addLike(of: DraftModel['sorts'][number]) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const send = vi
    .fn<(key: string, request: { readonly body: unknown }) => Promise<typeof refused>>()
    .mockResolvedValue(refused);
  const services = { client: { send } } as unknown as PortalServices;
  await act(async () =>
    root.render(
      <MantineProvider>
        <PortalContext value={services}>
          <NewPart of={of} onAdded={() => {}} />
        </PortalContext>
      </MantineProvider>,
    ),
  );
  const values = [...place.querySelectorAll('option')].map(({ value }) => value);
  await act(async () => place.querySelector('form')?.requestSubmit());
  await act(async () => root.unmount());
  return { values, sent: send.mock.calls[0]?.[1].body };
}

const subject = { word: 'field', title: '', group: '', isList: false, unit: null, choices: null } as const;
const grammar: ConditionGrammarModel = {
  subjects: [
    { ...subject, name: 'code', type: 'text' },
    { ...subject, name: 'units', type: 'number' },
    { ...subject, name: 'tags', type: 'text', isList: true },
    { ...subject, name: 'form', type: 'choice', choices: 0 },
  ],
  words: [],
  choices: [['corporation', 'partnership', 'single'].map((value) => ({ value, title: value }))],
};

test.each<readonly [row: ConditionRow, shown: string, typed: string, value: readonly unknown[]]>([
  [{ field: 'code', in: ['a', 'b, c'] }, 'a\nb, c', 'a\n b, c \n\nd', ['a', 'b, c', 'd']],
  [{ field: 'code', is: [1, '2'] }, '1\n2', '1\n3', [1, '3']],
  [{ field: 'lines.supply.code', in: ['a'] }, 'a', 'a\nb', ['a', 'b']],
  [{ field: 'tags', hasAny: [] }, '', 'a', ['a']],
  [{ field: 'tags', hasAny: ['a'] }, 'a', ' ', []],
  [{ field: 'units', in: [2] }, '2', '2\n1,300\n4.50\nx', [2, 1300, '4.50', 'x']],
  [{ town: ['a', 'b'] }, 'a\nb', 'b', ['b']],
])('the list of %j stays a list, with one value on each line', async (row, shown, typed, value) => {
  const { place, changes, end } = await showRow(row);
  const area = place.querySelector('textarea')!;
  expect(area.value).toBe(shown);
  await act(async () => {
    area.value = typed;
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await saveUnsaved();
  });
  expect(changes).toEqual([{ ...row, [Object.keys(row).at(-1)!]: value }]);
  await end();
});

test('a row that says with a list what the answer is shows all of it', async () => {
  const row = { field: 'form', is: ['corporation', 'partnership'] };
  const { place, changes, end } = await showRow(row);
  const operator = place.querySelector<HTMLSelectElement>('select[id$=operator]')!;
  expect(operator.value).toBe('in');
  const boxes = [...place.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, false]);
  await act(async () => boxes[0]?.click());
  await act(async () => {
    operator.value = 'is';
    operator.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(changes).toEqual([
    { ...row, is: ['partnership'] },
    { ...row, is: 'corporation' },
  ]);
  await end();
});

/** With what it sends. */
async function showRow(row: ConditionRow) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const changes: ConditionRow[] = [];
  await act(async () =>
    root.render(
      <MantineProvider>
        <ConditionRowFields
          grammar={grammar}
          path="when.0"
          row={row}
          faults={[]}
          isReadOnly={false}
          onChange={(next) => void changes.push(next)}
        />
      </MantineProvider>,
    ),
  );
  return { place, changes, end: () => act(async () => root.unmount()) };
}
