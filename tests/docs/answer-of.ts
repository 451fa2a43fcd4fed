/** The answer of the API, as JSON. */
import { randomUUID } from 'node:crypto';
import type { Browser } from '../server/portal-server.ts';

/** @throws Error with the status and the text of a refusal */
export async function answerOf<Answer>(
  browser: Browser,
  method: string,
  path: string,
  body?: object,
  version?: number,
): Promise<Answer> {
  const headers = {
    ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    ...(version === undefined ? {} : { 'if-match': String(version) }),
  };
  const answer = await browser.send(method, path, { body, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}
