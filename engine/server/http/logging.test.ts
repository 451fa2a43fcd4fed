import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import type { Portal } from '../../portal/model/portal.ts';
import { loggerOf } from './logging.ts';

const logger = loggerOf((): Portal => {
  throw new Error('No request was logged.');
});

function logOf(write: (log: ReturnType<typeof fastify>['log']) => void): string {
  let text = '';
  const stream = { write: (line: string) => void (text += line) };
  write(fastify({ logger: { ...logger, stream } }).log);
  return text;
}

test('a database error is logged without the row that it quotes', () => {
  const detail = 'Failing row contains (7, someone@example.org, $argon2id$v=19$hash).';
  const error = Object.assign(new Error('null value in column'), { code: '23502', detail, where: detail });
  const text = logOf((log) => log.error({ err: error }, 'request failed'));
  expect(text).toContain('null value in column');
  expect(text).toContain('23502');
  expect(text).not.toContain('someone@example.org');
  expect(text).not.toContain('argon2id');
});

test('secrets stay out wherever somebody logs a whole object', () => {
  const text = logOf((log) =>
    log.info({ headers: { authorization: 'Bearer abc', cookie: 'abc' }, a: { b: { password: 'abc' } } }, 'x'),
  );
  expect(text).not.toContain('abc');
  expect(text).toContain('[hidden]');
});
