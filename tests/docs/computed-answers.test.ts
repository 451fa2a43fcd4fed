/** The page on computed answers: its form is sound, and its table shows what the form computes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { computeAnswers } from '../../engine/portal/forms/computed-answers.ts';
import { root } from '../architecture/sources.ts';

const page = readFileSync(join(root, 'docs/configure/forms-and-checklists.md'), 'utf8');
const [, text = ''] = /^```yaml\n# config\/forms\/berth-bill\.yaml\n([\s\S]*?)^```/m.exec(page) ?? [];
const rows = [...page.matchAll(/^\|\s*(\d{4}-\d\d-\d\d .*)\|$/gm)].map((row) =>
  (row[1] ?? '').split('|').map((cell) => cell.trim()),
);

/** A step of the library's loans asks for it. */
const library = readFiles(join(root, 'tests/fixtures/library')).files.map(({ name, text: was }) => {
  const now = name === 'workflows/loan.yaml' ? was.replace('input: reason', 'input: berth-bill') : was;
  return { path: `config/${name}`, name, text: now };
});
const bill = { path: 'config/forms/berth-bill.yaml', name: 'forms/berth-bill.yaml', text };
const { portal, diagnostics } = compilePortal([...library, bill], { proofs: false });

test('the form is sound', () => {
  expect(portal).not.toBeNull();
  expect(diagnostics.filter(({ code }) => code.startsWith('form/'))).toEqual([]);
});

test('the table shows what the form computes', () => {
  const form = Object.values(portal?.forms ?? {}).find(({ title }) => title === 'Bill of a berth')!;
  const lines = [{ quantity: 3, price: '45.50' }];
  const found = rows.map(([arrives_on = '', leaves_on = '', metres = '']) => {
    const answers = { arrives_on, leaves_on, metres: Number(metres), lines, vat: 12 };
    const { nights, a_night, berth, subtotal, tax, total } = computeAnswers<Record<string, unknown>>(
      form,
      answers,
    );
    return [arrives_on, leaves_on, metres, String(nights), a_night, berth, subtotal, tax, total];
  });
  expect(rows.length).toBeGreaterThan(3);
  expect(found).toEqual(rows);
});

test('the orders of the harbour are as the page shows them, and cost what it says', () => {
  const [, shown = ''] =
    /^```yaml\n# tests\/fixtures\/harbour\/forms\/supply-order\.yaml\n([\s\S]*?)^```/m.exec(page) ?? [];
  const files = readFiles(join(root, 'tests/fixtures/harbour')).files;
  const written = files.find(({ name }) => name === 'forms/supply-order.yaml')?.text ?? '';
  expect(written.slice(written.indexOf('\n') + 1)).toBe(shown);
  const harbour = compilePortal(files, { proofs: false }).portal;
  const form = Object.values(harbour?.forms ?? {}).find(({ title }) => title === 'Order of supplies')!;
  const lines = [
    { supply: 'water', quantity: 200 },
    { supply: 'rope', quantity: 3 },
  ];
  const named = new Map([
    ['water', { price: '0.05' }],
    ['rope', { price: '4.20' }],
  ]);
  const answers = computeAnswers<Record<string, unknown>>(form, { lines }, named);
  expect(answers).toMatchObject({ lines: [{ amount: '10' }, { amount: '12.60' }], total: '22.60' });
  expect(page).toContain('the amounts are 10 and 12.60, and the total is 22.60');
  // Without the supplies, nothing is lost.
  expect(computeAnswers(form, answers)).toBe(answers);
});
