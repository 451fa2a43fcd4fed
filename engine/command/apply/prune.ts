/** `munisipyo versions --prune`: prunes the files of old versions by the rule of the version in force. */
import { countOfNoun } from '../../portal/text/noun-count.ts';
import { pruneVersions } from '../../server/portals/pruned-versions.ts';
import { refuse } from '../arguments.ts';
import { changing } from './order.ts';
import { compileInForce } from '../plan/compile-version.ts';

/** @param isTrial only says what it would prune @returns the exit code */
export function prune(isTrial: boolean): Promise<number> {
  return changing(async (found) => {
    const portal = await compileInForce(found.last, (text) => process.stdout.write(text));
    if (typeof portal === 'string') return refuse(`${portal}\n`, 1);
    const { keepFiles } = portal;
    if (keepFiles === null) {
      return refuse('portal.yaml of the version in force has no rule "versions: { keepFiles: … }".\n');
    }
    const { versions, texts, bytes } = await pruneVersions(found.database, { keepFiles, isTrial });
    const which = `${countOfNoun(versions.length, 'version', 'versions')} (${versions.join(', ')})`;
    const what = `${countOfNoun(texts, 'file', 'files')}, ${Math.ceil(bytes / 1024)} kB as stored`;
    process.stdout.write(
      versions.length === 0
        ? 'No version is to be pruned: none is old enough, or records refer to those that are.\n'
        : `${isTrial ? 'Would prune' : 'Pruned'} the files of ${which}: ${what}.\n`,
    );
    return 0;
  });
}
