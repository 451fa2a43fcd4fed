/** Which files an item takes, said before a byte is sent. */
import { expect, test } from 'vitest';
import { checkFile, sayBytes, sayKinds } from './check-file.ts';

const rule = { accepts: ['pdf', 'jpg', 'jpeg', 'png'], maxBytes: 10_000_000 };

test('takes what is on the list and not too large', () => {
  expect(checkFile({ name: 'Lease.PDF', size: 1000 }, rule)).toBeNull();
});

test('says what a fitting file looks like', () => {
  expect(checkFile({ name: 'lease.exe', size: 10 }, rule)).toContain('Send PDF, JPG or PNG.');
  expect(checkFile({ name: 'a.pdf', size: 0 }, rule)).toContain('is empty');
  expect(checkFile({ name: 'a.pdf', size: 12_000_000 }, rule)).toContain('has 12 MB. The limit is 10 MB');
});

test('says sizes and kinds as people do', () => {
  expect([sayBytes(999), sayBytes(52_300), sayBytes(1_540_000)]).toEqual(['999 bytes', '52 kB', '1.5 MB']);
  expect(sayKinds(['pdf'])).toBe('PDF');
});
