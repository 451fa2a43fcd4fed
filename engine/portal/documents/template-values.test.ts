import { expect, test } from 'vitest';
import { readPortal } from '../../../tests/server/read-portal.ts';
import { blankRecord, contextAlone } from '../model/record.ts';
import { templateValues } from './template-values.ts';
import { fillTemplate } from '../text/text-template.ts';

test('`record.` means what every record has, whatever its questions are called', async () => {
  const portal = await readPortal();
  const data = { number: 'asked', owner: 'asked', page: 'asked', record: { number: 'asked', book: 'Atlas' } };
  const application = blankRecord('application', {
    number: 'MAL-1',
    data: { number: 'asked', owner: 'above' },
  });
  const record = blankRecord('assessment', { number: 'A-7', data });
  const context = contextAlone({
    record,
    ancestors: [application],
    today: '2026-01-10',
    now: '2026-01-10T00:00:00Z',
  });
  const values = templateValues({ portal, context, people: { owner: 'Ana' }, more: { page: 'https://x' } });
  const said = (text: string) => fillTemplate(text, values);
  expect(said('{record.number} {record.owner} {record.today} {record.page}')).toBe(
    'A-7 Ana 2026-01-10 https://x',
  );
  expect(said('{application.record.number} {assessment.record.number}')).toBe('MAL-1 A-7');
  expect(said('{application.owner} {assessment.owner} {record.book}')).toBe('above asked Atlas');
});
