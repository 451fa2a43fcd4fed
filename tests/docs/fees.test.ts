/** The table of amounts in the page on fees matches its schedule. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { assess } from '../../engine/portal/fees/assess.ts';
import { root } from '../architecture/sources.ts';
import { contextOf, recordOf } from '../fixtures/fee-record.ts';

const page = readFileSync(join(root, 'docs/configure/fees.md'), 'utf8');
const name = 'market-stall';
const text = /^```yaml\n(# config\/fees\/market-stall\.yaml\n[\s\S]*?)^```/m.exec(page)?.[1] ?? '';
const rows = [...page.matchAll(/^\|\s*(\d+\.\d\d .*)\|$/gm)].map((row) =>
  (row[1] ?? '').split('|').map((cell) => cell.trim()),
);

test('the table shows what its schedule charges', () => {
  const file = { path: `config/fees/${name}.yaml`, name: `fees/${name}.yaml`, text };
  const { portal } = compilePortal([...readFiles(join(root, 'config')).files, file], { proofs: false });
  const found = rows.map(([sales]) => {
    const stall = recordOf('application', {
      tax_year: 2026,
      payment_mode: 'quarterly',
      business_area_sqm: 10,
      employees_total: 2,
      lines: [{ line: 'meat-fish', units: 1, gross_non_essential: sales }],
    });
    const { lines, total, instalments } = assess(portal!, name, contextOf({ record: stall }), {
      today: '2026-01-10',
    });
    const taxes = instalments.map(({ divided }) => divided);
    return [sales, ...lines.map(({ amount }) => amount), total, taxes.at(0), taxes.at(-1)];
  });
  expect(rows.length).toBeGreaterThan(2);
  expect(found).toEqual(rows);
});

test('the schedule and the question in dollars are those of the harbour', () => {
  const shown = [
    ...page.matchAll(/^```yaml\n# (tests\/fixtures\/harbour\/[\w/-]+\.yaml).*\n([\s\S]*?)^```/gm),
  ];
  expect(shown.length).toBe(2);
  for (const [, path = '', lines = ''] of shown) {
    expect(words(readFileSync(join(root, path), 'utf8'))).toContain(words(lines));
  }
});

/** The text without its layout. */
function words(yaml: string): string {
  return yaml.replaceAll(/\s+/g, ' ').trim();
}
