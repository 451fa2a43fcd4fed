/** The place of a question on the printed map of its districts. */
import { expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { fillDocument } from '../../engine/portal/documents/document-content.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { drawDocument } from '../../engine/server/documents/pdf/print-document.ts';

const now = '2027-03-01T08:00:00.000Z';

/** The berth pass of a rental at a berth with this place. */
async function berthPass(place: string | undefined) {
  const { portal } = await loadPortal('tests/fixtures/harbour', { proofs: false });
  const template = portal?.documents['berth-pass'];
  if (portal === null || template === undefined) throw new Error('The harbour has no berth pass.');
  const berth = blankRecord('berth', { id: 'berth', data: { name: 'Pier A', ...(place && { place }) } });
  const rental = blankRecord('rental', { id: 'rental', parent: berth.id });
  return fillDocument(template, {
    portal,
    context: { ...contextAlone({ record: rental, today: '2027-03-01', now }), ancestors: [berth] },
    below: () => [],
    people: {},
    signers: {},
    document: {
      id: 'pass',
      code: 'code',
      document: 'berth-pass',
      number: 'BP-2027-00001',
      variant: null,
      state: 'valid',
      issuedAt: now,
      validUntil: null,
    },
  });
}

test('a document shows the place of a record above on the map of its districts, and prints it', async () => {
  const content = await berthPass('POINT (-8.886 42.1215)');
  const map = content.blocks.find((block) => block.block === 'map');
  expect(map).toMatchObject({ text: '42.1215° N, 8.886° W', sketch: { mark: { x: expect.any(Number) } } });
  expect(map?.sketch.districts.length).toBeGreaterThan(1);
  const pdf = await drawDocument({
    content,
    number: 'BP-2027-00001',
    code: 'https://harbour.example/code',
    mark: null,
    accent: '#123456',
    second: '#654321',
    seal: { title: 'Harbour', picture: null },
    portal: 'Harbour',
    pictures: new Map(),
  });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('without a place there is no map', async () => {
  const { blocks } = await berthPass(undefined);
  expect(blocks.filter(({ block }) => block === 'map')).toEqual([]);
});
