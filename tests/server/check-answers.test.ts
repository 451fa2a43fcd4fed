/** Tests the check that every test server applies to its responses. */
import { expect, test } from 'vitest';
import { faultOf } from './check-answers.ts';

test('an answer of another shape, with a member too many or another status does not fit the contract', () => {
  expect(faultOf('GET /portal/hash', 200, '{"hash":"a"}')).toBeNull();
  expect(faultOf('GET /portal/hash', 200, '{"hash":1}')).toMatch(/hash must be string/);
  expect(faultOf('GET /portal/hash', 200, '{"hash":"a","at":1}')).toMatch(/must NOT have additional/);
  expect(faultOf('GET /portal/hash', 201, '{"hash":"a"}')).toMatch(/no answer with the status 201/);
  expect(faultOf('GET /nowhere', 200, '{}')).toBeNull();
});
