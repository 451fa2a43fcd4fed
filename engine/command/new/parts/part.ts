/** What every part of a configuration needs that `munisipyo new` makes: its flags, and choices with a default. */
import type { ParsedFile } from '../../../config/source/source.ts';
import type { Department } from '../../../portal/model/department.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { Route } from '../../../portal/model/route.ts';
import type { ConfigurationDraft } from '../draft.ts';
import { RefusedDraft } from '../draft.ts';

/** Flags with a value, and what they say. */
export const valueFlags = {
  title: 'the title that people read; by default made from the name',
  like: 'an existing one to copy',
  kind: 'handler, supervisor or requester',
  area: 'the first segment of the paths of a department, or the department of a page',
  by: 'the department whose accounts file it',
  office: 'the department that handles it',
  of: 'a record type, or type/list',
  path: 'the path of the page',
  screen: 'the kind of the page',
  page: 'the page that shows it',
  on: 'the step that sends or issues it, as type.transition',
  to: 'who gets it: a party, office or a department',
  with: 'the departments that are in it, with commas between them',
} as const;
export type ValueFlag = keyof typeof valueFlags;

export interface PartRequest {
  readonly draft: ConfigurationDraft;
  readonly name: string;
  readonly flags: Readonly<Partial<Record<ValueFlag, string>>>;
}

export interface NewPart {
  /** The form of its name, for the usage. */
  readonly names: string;
  readonly flags: readonly ValueFlag[];
  /**
   * Adds it to the draft, with everything that belongs to it.
   * @returns what is left to decide, one sentence each
   * @throws RefusedDraft if a flag is missing or names nothing
   */
  make(request: PartRequest): readonly string[];
}

/** The value of a mapping by a name that somebody typed. @throws RefusedDraft with the names that exist */
export function named<Value>(what: string, name: string, known: Readonly<Record<string, Value>>): Value {
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  if (found !== undefined) return found;
  throw new RefusedDraft(`There is no ${what} "${name}". ${listOf(Object.keys(known))}`);
}

/** @throws RefusedDraft that asks for the flag, with what it can be */
export function asked(flag: ValueFlag, said: string | undefined, choices: readonly string[]): string {
  if (said !== undefined) return said;
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return only;
  throw new RefusedDraft(`Add --${flag}: ${valueFlags[flag]}. ${listOf(choices)}`);
}

/** The department that a flag names; by default the only one of these kinds. */
export function departmentFor(
  { draft: { portal }, flags }: PartRequest,
  flag: ValueFlag,
  kinds: readonly Department['kind'][],
): Department {
  const some = Object.values(portal.departments).filter(({ kind }) => kinds.includes(kind));
  const name = asked(
    flag,
    flags[flag],
    some.map(({ key }) => key),
  );
  return named('department', portal.aliases[name] ?? name, portal.departments);
}

/** The page that opens after sign-in: other pages of the department are guarded like it. */
export function homeOf({ routes }: Portal, department: Department): Route {
  const home = routes.find(({ name }) => name === department.landings.home);
  if (home === undefined) throw new RefusedDraft(`${department.title} has no home page.`);
  return home;
}

function listOf(names: readonly string[]): string {
  if (names.length === 0) return 'The configuration has none.';
  const shown = names.slice(0, 20).join(', ');
  return `Choose one of: ${shown}${names.length > 20 ? ', …' : ''}.`;
}

/** A file of the configuration before. @throws RefusedDraft if there is none */
export function parsedFile({ parsed }: ConfigurationDraft, name: string): ParsedFile {
  const file = parsed.find((one) => one.name === name);
  if (file === undefined) throw new RefusedDraft(`There is no file ${name} in the configuration.`);
  return file;
}
