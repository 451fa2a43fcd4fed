/** `munisipyo show`: shows the files of a configuration that was in force, or writes them into a folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plan } from '../../plan/plan.ts';
import { renderPlan } from '../../plan/render-plan.ts';
import { basesOf } from '../../config/layers/layer-names.ts';
import { isPictureName } from '../../config/pictures.ts';
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { readApplied } from '../../server/portals/applied-versions.ts';
import type { ConfigFile } from '../../server/portals/config-files.ts';
import { readArguments, refuse } from '../arguments.ts';
import { writeTogether } from '../writing/write-together.ts';
import { asking, isVersion, readKept } from './read-kept.ts';

export const usage = `Usage: munisipyo show VERSION [FILE]
       munisipyo show VERSION --out DIR
       munisipyo show VERSION --plan
Lists the files of a version that was in force, or writes one of them to standard output, or all of them into DIR.
--plan: what was planned when somebody put it in force with "munisipyo apply".
Exit code: 0 done; 1 a file cannot be written; 2 wrong arguments, no such version or file, or DIR has files already.
`;

/** @returns the exit code */
export async function show(args: readonly string[]): Promise<number> {
  const { values, positionals = [] } =
    readArguments(args, { out: { type: 'string' }, plan: { type: 'boolean' } }) ?? {};
  const [version, name, ...more] = positionals;
  if (values === undefined || version === undefined || !isVersion(version)) return refuse(usage);
  if (more.length > 0 || (name !== undefined && values.out !== undefined)) return refuse(usage);
  if (values.plan === true) return showPlan(Number(version));
  const kept = await readKept(Number(version));
  if (typeof kept === 'string') return refuse(`${kept}\n`);
  if (values.out !== undefined) return writeInto(values.out, kept.files);
  if (name === undefined) {
    process.stdout.write(kept.files.map((file) => `${file.name}\n`).join(''));
    return 0;
  }
  const file = kept.files.find((one) => one.name === name);
  if (file === undefined) return refuse(`Version ${version} has no file "${name}".\n`);
  process.stdout.write(contentOf(file));
  return 0;
}

async function showPlan(version: number): Promise<number> {
  const applied = await asking((database) => readApplied(database, version));
  if (typeof applied === 'string') return refuse(`${applied}\n`);
  if (applied === null) {
    return refuse(`Version ${version} has no plan: nobody put it in force with "munisipyo apply".\n`);
  }
  const { author, message, plan } = applied;
  process.stdout.write(`${author}: ${message}\n\n${renderPlan(plan as Plan)}`);
  return 0;
}

function writeInto(directory: string, files: readonly ConfigFile[]): number {
  const bases = basesOf(files).map((base) => join(directory, base));
  if (bases.some((base) => resolve(base) === resolve(directory)))
    return refuse(
      `The base has the name of "${directory}", and is written beside it. Name another folder.\n`,
    );
  const folders = [directory, ...bases];
  const taken = folders.find((folder) => existsSync(folder) && readdirSync(folder).length > 0);
  if (taken !== undefined) {
    const where = taken === directory ? '' : ', within an empty folder: the base is written beside it';
    return refuse(`"${taken}" has files already. Name a folder that is empty or does not exist${where}.\n`);
  }
  writeTogether(
    files.map((file) => ({
      before: null,
      after: { path: join(directory, file.name), text: contentOf(file) },
    })),
  );
  process.stderr.write(`${countOfNoun(files.length, 'file', 'files')} in ${directory}.\n`);
  return 0;
}

/** Pictures are kept in base64. */
function contentOf({ name, text }: ConfigFile): string | Buffer {
  return isPictureName(name) ? Buffer.from(text, 'base64') : text;
}
