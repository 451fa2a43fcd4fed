/** A timestamp of the database's JSON becomes the same moment, whatever its fraction and offset. */
import { expect, test } from 'vitest';
import { isoTime } from './rows.ts';

test.each([
  '2026-11-23T10:26:12+00:00',
  '2026-11-23T10:26:12.1+00:00',
  '2026-11-23T10:26:12.12+00:00',
  '2026-11-23T10:26:12.123+00:00',
  '2026-11-23T10:26:12.123999+00:00',
  '2026-11-23T10:26:12.5+08:00',
  '1999-12-31T23:59:59.0009+00:00',
])('%s', (time) => {
  expect(isoTime(time)).toBe(new Date(time).toISOString());
});
