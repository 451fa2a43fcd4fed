/** Which files an item accepts, checked before anything is sent. */
import { expect, test } from 'vitest';
import { tell } from '../language/tell.ts';
import { checkFile, rulesOf } from './upload-field.tsx';

const said = (name: string, size: number) => {
  const found = checkFile({ name, size }, rule);
  return found === null ? null : tell(found);
};
const pdfUpTo = (maxBytes: number) => tell(rulesOf({ accepts: ['pdf'], maxBytes }));
const rule = { accepts: ['pdf', 'jpg', 'jpeg', 'png'], maxBytes: 10_000_000 };

test('takes what is on the list and not too large', () => {
  expect(said('Lease.PDF', 1000)).toBeNull();
});

test('describes which files are accepted', () => {
  expect(said('lease.exe', 10)).toContain('Send PDF, JPG or PNG.');
  expect(said('a.pdf', 0)).toContain('is empty');
  expect(said('a.pdf', 12_000_000)).toContain('is 12 MB. The limit is 10 MB');
});

test('formats sizes and file types for people', () => {
  expect([999, 52_300, 1_540_000].map(pdfUpTo)).toEqual([
    'PDF, up to 999 bytes.',
    'PDF, up to 52 kB.',
    'PDF, up to 1.5 MB.',
  ]);
});
