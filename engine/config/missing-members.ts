/** Finds out whether several errors have one cause: a group that does not name a department. */
import { mappingOf } from '../portal/values/is-mapping.ts';
import { createDiagnostic, type Diagnostic } from './diagnostics/diagnostic.ts';
import { listed } from './diagnostics/repeated-mistakes.ts';
import { rootOf } from './link/input/cursor.ts';
import { baseName } from './link/input/files.ts';
import { kindOf } from './link/names/department-names.ts';
import type { ParsedFile } from './source/source.ts';
import { pointerTo } from '../portal/values/pointer.ts';

/** The diagnostics of other files; null if they cannot be linked. */
export type Recheck = (files: readonly ParsedFile[]) => readonly Diagnostic[] | null;

/**
 * Replaces errors that one more department in a group would correct by one error at that group. A single error stays
 * where it is: its cause may as well be there.
 * @param found the diagnostics of the files, which are linked
 */
export function blameGroups(
  found: readonly Diagnostic[],
  files: readonly ParsedFile[],
  recheck: Recheck,
): readonly Diagnostic[] {
  if (countErrors(found) < 2) return found;
  for (const { file, changed, name, member } of longerGroups(files, found)) {
    const rest = recheck(files.map((one) => (one === file ? changed : one)));
    if (rest === null) continue;
    const left = new Set(rest.map(keyOf));
    const corrected = found.filter((one) => !left.has(keyOf(one)));
    if (countErrors(corrected) < 2 || countErrors(rest) + countErrors(corrected) > countErrors(found))
      continue;
    const also = corrected.map((one) => ({ file: one.file, line: one.line, column: one.column }));
    const places = listed(also.map((one) => `${one.file}:${one.line}`));
    const at = file.positions(pointerTo('groups', name), 'key');
    const blamed = createDiagnostic('group/lacks-department', at, { name, members: [member], places });
    return [...found.filter((one) => left.has(keyOf(one))), { ...blamed, also }];
  }
  return found;
}

interface LongerGroup {
  readonly file: ParsedFile;
  /** The file with the longer group. */
  readonly changed: ParsedFile;
  readonly name: string;
  readonly member: string;
}

/** Each list of departments with one more that the errors name, and that is of the kind of one of its members. */
function longerGroups(files: readonly ParsedFile[], found: readonly Diagnostic[]): LongerGroup[] {
  const kinds = new Map(
    files.flatMap((file) => (file.kind === 'department' ? [[baseName(file), kindOf(rootOf(file))]] : [])),
  );
  const named = [...kinds.keys()].filter((one) => found.some(({ message }) => message.includes(`"${one}"`)));
  return files
    .filter(({ kind }) => kind === 'groups')
    .flatMap((file) => {
      const root = mappingOf(file.value);
      const groups = mappingOf(root['groups']);
      return Object.entries(groups).flatMap(([name, members]) => {
        if (!Array.isArray(members)) return [];
        const alike = new Set(members.map((one) => kinds.get(one)));
        const missing = named.filter((one) => !members.includes(one) && alike.has(kinds.get(one)));
        return missing.map((member) => {
          const value = { ...root, groups: { ...groups, [name]: [...members, member] } };
          return { file, changed: { ...file, value }, name, member };
        });
      });
    });
}

function countErrors(found: readonly Diagnostic[]): number {
  return found.filter(({ severity }) => severity === 'error').length;
}

function keyOf({ code, file, line, column }: Diagnostic): string {
  return [code, file, line, column].join('\n');
}
