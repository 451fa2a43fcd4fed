/** A demonstration that is filled, refused where it would mix with other data, and ended: with real processes. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../engine/server/kernel/settings.ts';
import { withDatabase } from '../../engine/server/database/open-database.ts';
import { makeFolder } from '../server/server-process.ts';

let folder: string;
let dataDirectory: string;

beforeAll(async () => {
  folder = await makeFolder();
  dataDirectory = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

interface Ended {
  readonly code: number;
  readonly said: string;
}

function daysSince(date: Date): number {
  return (Date.now() - date.getTime()) / 86_400_000;
}

async function demo(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = {
    ...process.env,
    CONFIG_DIR: 'tests/fixtures/library',
    DATA_DIR: dataDirectory,
    NODE_ENV: 'development',
    ...more,
  };
  const run = promisify(execFile)(process.execPath, ['src/cli.ts', 'demo', ...words], { env });
  return run.then(
    ({ stderr }) => ({ code: 0, said: stderr }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, said: stderr }),
  );
}

test(
  'people of past months fill it once, in many states, and it ends with all its accounts',
  { timeout: 120_000 },
  async () => {
    expect(await demo([], { NODE_ENV: 'production' })).toEqual({
      code: 1,
      said: 'Production has no demonstration: NODE_ENV must not be production.\n',
    });
    const filled = await demo(['--records', '40']);
    expect(filled).toMatchObject({ code: 0 });
    const [, records = '', people = ''] =
      /(\d+) records of (\d+) people\. Start the portal: npm start/.exec(filled.said) ?? [];
    expect(Number(records)).toBeGreaterThanOrEqual(30);
    const settings = readSettings({ DATA_DIR: dataDirectory });
    const rows = await withDatabase(settings, (database) =>
      database.query<{ state: string; oldest: Date; newest: Date }>(
        'SELECT state, min(created_at) AS oldest, max(updated_at) AS newest FROM records GROUP BY state',
      ),
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...rows.map(({ oldest }) => daysSince(oldest)))).toBeGreaterThan(30);
    // Nothing happens in the future.
    expect(Math.min(...rows.map(({ newest }) => daysSince(newest)))).toBeGreaterThanOrEqual(0);

    const again = await demo([]);
    expect(again.code).toBe(1);
    expect(again.said).toContain('This database is not an empty demonstration.');
    const ended = await demo(['--end']);
    expect(ended.said).toBe(
      `Closed ${people} demonstration accounts. ${records} records stay: check that they are real.\n`,
    );
  },
);
