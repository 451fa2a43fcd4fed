/** The page on queues: its command prints what the page shows, and its file is sound. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../architecture/sources.ts';

const page = readFileSync(join(root, 'docs/operate/queues.md'), 'utf8');
const [table, call, printed, file] = ['csv', 'sh', 'text', 'yaml'].map(
  (language) => new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '',
);

test('the example prints what the page shows', async () => {
  const [, , ...words] = call!.trim().split(' ');
  expect(await simulate({ name: 'arrivals.csv', text: table! }, words)).toBe(printed);
});

test('the file of the page gives a forecast, as text for people and as JSON for programs', async () => {
  const answer = await simulate({ name: 'arrivals.yaml', text: file! }, [
    'simulate',
    '--arrivals',
    'arrivals.yaml',
    '--until=2027-01-06',
    '--staff=mto=9',
    '--format=json',
  ]);
  const { title, filed, offices } = JSON.parse(answer);
  expect([title, filed]).toEqual(['January, the season of renewals', 3 * 40]);
  expect(offices).toContainEqual(expect.objectContaining({ office: 'mto', officers: 9 }));
  for (const { arrived, done, waiting } of offices) expect(done + waiting).toBe(arrived);
});

test.each([
  [['--staff=nobody=2'], 'There is no office "nobody".', 2],
  [['--staff=mho=none'], 'Write the number of officers: mho=2.', 2],
  [['--until=2026-12-31'], 'The last day must be a date from 2027-01-04 on.', 2],
  [['--of=nothing'], 'There is no record type "nothing" with a workflow.', 1],
])('refuses %j', async (words, message, code) => {
  const given = { name: 'arrivals.csv', text: 'date,hour,count\n2027-01-04,8,1\n' };
  await expect(simulate(given, ['simulate', '--arrivals', 'arrivals.csv', ...words])).rejects.toMatchObject({
    code,
    stderr: `${message}\n`,
  });
});

async function simulate(
  { name, text }: { readonly name: string; readonly text: string },
  words: readonly string[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'munisipyo-queues-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  const env = { ...process.env, CONFIG_DIR: join(root, 'config') };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(root, 'src/cli.ts'), ...words], { env, cwd: folder });
  return stdout;
}
