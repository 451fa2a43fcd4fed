/** `munisipyo test --from RECORD`: writes cases from a record of the database, and tries them before anybody keeps them. */
import { existsSync, writeFileSync } from 'node:fs';
import { casesOfRecord } from '../../cases/case-of-record.ts';
import { renderFailures } from '../../cases/render-results.ts';
import { testsOf, tryTests } from '../../cases/try-tests.ts';
import { writeYaml } from '../../config/write-yaml.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { refuse } from '../arguments.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { hasDatabase } from '../plan/read-in-force.ts';
import { asking } from '../plan/read-kept.ts';
import { readCaseRecord } from './read-record.ts';

/**
 * @param out the file; undefined: standard output
 * @returns the exit code
 */
export async function writeCase(
  portal: Portal,
  { from, out }: { readonly from: string; readonly out: string | undefined },
): Promise<number> {
  if (out !== undefined && existsSync(out)) return refuse(`The file "${out}" exists already.\n`);
  if (!hasDatabase(readSettings(process.env)))
    return refuse('There is no database: start the portal first, or set DATABASE_URL or DATA_DIR.\n', 1);
  const today = localDate(Date.now(), portal.timeZone);
  const found = await asking((database) => readCaseRecord(database, portal, { word: from, today }));
  if (typeof found === 'string') return refuse(`${found}\n`, 1);
  const { record } = found;
  const title = `${portal.recordTypes[record.type]?.title ?? record.type}, ${record.state}`;
  const cases = casesOfRecord(portal, { ...found, day: today, title });
  const text = writeYaml({ title: `Made from a record: ${title}`, cases });
  const name = 'tests/from-record.yaml';
  const { results } = tryTests(portal, testsOf([{ name, path: name, text }], portal));
  const failures = renderFailures(results);
  if (failures !== '') return refuse(`${failures}\nThe cases do not hold, so they are not written.\n`, 1);
  if (out === undefined) {
    process.stdout.write(text);
    return 0;
  }
  try {
    writeFileSync(out, text, { flag: 'wx' });
  } catch (error) {
    return refuse(
      `The file "${out}" cannot be written: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
  process.stderr.write(`${out} has ${cases.length} cases. They hold.\n`);
  return 0;
}
