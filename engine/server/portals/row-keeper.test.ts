/** Rows from another process come into force after an outage of the database as well. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Portal } from '../../portal/model/portal.ts';
import { createAccount } from '../accounts/accounts.ts';
import { DatabaseAwayError } from '../database/availability.ts';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../database/testing.ts';
import { addEditedRow, createRowKeeper } from './row-keeper.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.end());

const compile = async () => ({ portal: { hash: 'with rows' } as Portal, faults: [] });

test('a database that is away is asked again without a word, and any other failure is reported', async () => {
  let failures: Error[] = [new DatabaseAwayError('no connection'), new DatabaseAwayError('no connection')];
  const query: Database['query'] = async (statement, values) => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return database.query(statement, values);
  };
  const replace = vi.fn<(portal: Portal) => Promise<void>>(async () => {});
  const onError = vi.fn<(error: unknown) => void>();
  const rows = createRowKeeper({ database: { ...database, query }, compile, replace, retryMs: 1 });
  const stop = await rows.follow(onError);
  const account = await createAccount(database, {
    department: 'desk',
    username: 'a@b.example',
    name: 'A',
    password: 'kettle ladder cloud',
  });
  const keep = (version: number) =>
    addEditedRow(
      database,
      { lookup: 'branch', value: 'hill', columns: {}, isRetired: false },
      { version, account: account.id, department: 'desk' },
    );
  await keep(1);
  await expect.poll(() => replace.mock.calls.length).toBe(1);
  expect(failures).toEqual([]);
  expect(onError).not.toHaveBeenCalled();
  failures = [new Error('It broke.')];
  await keep(2);
  await expect.poll(() => onError.mock.calls).toEqual([[new Error('It broke.')]]);
  await stop();
});
