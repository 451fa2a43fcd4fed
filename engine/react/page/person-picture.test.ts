/** What stands for a person without a photo. */
import { expect, test } from 'vitest';
import { initialsOf } from './person-picture.tsx';

test('takes the first letters of the first and the last word', () => {
  const names = ['Ana Maria Reyes', 'niño', 'Main (Lending) Office', 'Ángel de la Cruz', '—'];
  expect(names.map(initialsOf)).toEqual(['AR', 'N', 'MO', 'ÁC', '']);
});
