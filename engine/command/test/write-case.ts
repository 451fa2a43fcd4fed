/** `munisipyo test --from RECORD`: writes cases from a record of the database, and tries them before anybody keeps them. */
import { casesOfRecord } from '../../cases/case-of-record.ts';
import { writeYaml } from '../../config/write-yaml.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { localDate } from '../../portal/time/working-days.ts';
import { refuse } from '../arguments.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { keepTests, whyTaken } from '../plan/keep-tests.ts';
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
  const taken = out === undefined ? null : whyTaken(out);
  if (taken !== null) return refuse(`${taken}\n`);
  if (!hasDatabase(readSettings(process.env)))
    return refuse('There is no database: start the portal first, or set DATABASE_URL or DATA_DIR.\n', 1);
  const today = localDate(Date.now(), portal.timeZone);
  const found = await asking((database) => readCaseRecord(database, portal, { word: from, today }));
  if (typeof found === 'string') return refuse(`${found}\n`, 1);
  const { record } = found;
  const title = `${portal.recordTypes[record.type]?.title ?? record.type}, ${record.state}`;
  const cases = casesOfRecord(portal, { ...found, day: today, title });
  const text = writeYaml({ title: `Made from a record: ${title}`, cases });
  const fault = keepTests(portal, { name: 'tests/from-record.yaml', path: out ?? null, text });
  if (fault !== null) return refuse(`${fault}\n`, 1);
  if (out === undefined) {
    process.stdout.write(text);
    return 0;
  }
  process.stderr.write(`${out} has ${cases.length} cases. They hold.\n`);
  return 0;
}
