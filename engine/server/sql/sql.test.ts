/** Joined clauses leave out what follows from the others. */
import { expect, test } from 'vitest';
import { and, type Clause, not, or, toSql } from './sql.ts';

test.each<[string, Clause, string]>([
  ['the same clause twice', and(['a', 'b', and(['a', 'c'])]), '(a AND b AND c)'],
  ['an alternative that is known', and([or(['x', 'a']), 'a']), 'a'],
  ['a part of an alternative that is known', and([or(['x', and(['a', 'b'])]), 'a']), '((x OR b) AND a)'],
  ['nothing that is unknown', and([or(['x', 'y']), 'a']), '((x OR y) AND a)'],
  ['nothing of a complement', and([not(or(['x', 'a'])), 'a']), '(((x OR a)) IS NOT TRUE AND a)'],
  ['no clause at all', and([]), 'true'],
  ['what is true', and([true, or([true, 'a'])]), 'true'],
  ['what is false', or([false, and([false, 'a'])]), 'false'],
])('leaves out %s', (_, clause, text) => {
  expect(toSql(clause)).toBe(text);
});
