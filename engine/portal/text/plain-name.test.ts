import { expect, test } from 'vitest';
import { plainName } from './plain-name.ts';

test.each([
  ['Señor Niño, Hall 2', 'senor-nino-hall-2'],
  ['…', ''],
  // The beginning does not count, and a cut leaves no hyphen at the end.
  [`(${'a'.repeat(60)}`, 'a'.repeat(60)],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('%j becomes %j', (title, name) => {
  expect(plainName(title)).toBe(name);
});
