/** Looks up the names in a test: collects those that the configuration does not have, and counts uses of the others. */
import { departmentKey, matchPath } from '../../../portal/routing/match.ts';
import { answerScopeOf, answerScopesOf } from '../../../portal/succession/names-in.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import { child, type Cursor, entries, isPresent, spanOf, text } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import { type StoryActor, type Persona, type UnknownCaseName, usualPersona } from './case.ts';
import { anyRecord, countName, countPersona, type TestedRecord } from './case-uses.ts';

/** The test that is being read. */
export interface CaseSource {
  readonly portal: Portal;
  /** The personas of the file. */
  readonly personas: Cursor;
  readonly unknown: UnknownCaseName[];
  /** Where uses of names are counted; null if nobody asks. */
  readonly context: LinkContext | null;
}

/** The name at this place; it is unknown if it is not one of the choices. */
export function nameAt(
  reading: CaseSource,
  at: Cursor,
  what: string,
  choices: readonly string[],
  record?: TestedRecord,
): string {
  const name = text(at) ?? '';
  if (isPresent(at)) requireName(reading, at, { what, name, choices }, record);
  return name;
}

/** The name at this place, or null if the key is missing. */
export function nameOrNull(
  reading: CaseSource,
  at: Cursor,
  what: string,
  choices: readonly string[],
  record?: TestedRecord,
): string | null {
  return isPresent(at) ? nameAt(reading, at, what, choices, record) : null;
}

/**
 * Collects a name that is not one of the choices, and counts a use of one that is.
 * @param record the one that has it, such as that of a state
 */
export function requireName(
  { portal, unknown, context }: CaseSource,
  at: Cursor,
  { what, name, choices }: Omit<UnknownCaseName, 'place'>,
  record?: TestedRecord,
): void {
  if (!choices.includes(name)) unknown.push({ place: spanOf(at), what, name, choices });
  else if (context !== null) countName({ portal, context }, at, { what, name, record });
}

export function requirePage({ portal, unknown }: CaseSource, at: Cursor, path: string): void {
  if (matchPath(portal, path) !== null) return;
  const choices = portal.routes.map((route) => route.path);
  unknown.push({ place: spanOf(at), what: 'page', name: path, choices });
}

/** A persona of the file, or the demonstration account of a department; null: nobody. */
export function personaAt(reading: CaseSource, at: Cursor): Persona | null {
  const name = text(at);
  if (name === null) return null;
  const { portal, personas } = reading;
  const written = child(personas, name);
  if (isPresent(written)) return { ...personAt(reading, name), deputyOf: officerAt(reading, name) };
  const choices = [...entries(personas).map(([key]) => key), ...Object.keys(portal.departments)];
  const key = departmentKey(portal, name);
  if (!Object.hasOwn(portal.departments, key))
    reading.unknown.push({ place: spanOf(at), what: 'persona or department', name, choices });
  else if (reading.context !== null)
    countName({ portal, context: reading.context }, at, { what: 'department', name });
  return usualPersona(key);
}

function personAt(reading: CaseSource, name: string): Persona {
  const { portal, personas } = reading;
  const written = child(personas, name);
  const department = nameAt(
    reading,
    child(written, 'department'),
    'department',
    Object.keys(portal.departments),
  );
  if (reading.context !== null)
    countPersona(written, portal.departments[departmentKey(portal, department)], reading.context);
  const flags = mappingOf(child(written, 'flags').value) as Persona['flags'];
  return usualPersona(department, { name, unit: text(child(written, 'unit')), flags });
}

/** The officer of the same department for whom the persona acts; null: they act for themself. */
function officerAt(reading: CaseSource, name: string): Persona | null {
  const { portal, personas } = reading;
  const written = child(personas, name);
  const department = text(child(written, 'department')) ?? '';
  const hasDeputies = (portal.departments[department]?.deputies ?? null) !== null;
  const colleagues = entries(personas).flatMap(([other, one]) =>
    hasDeputies && other !== name && text(child(one, 'department')) === department ? [other] : [],
  );
  const officer = nameOrNull(
    reading,
    child(written, 'deputyOf'),
    'officer who may have deputies',
    colleagues,
  );
  return officer === null ? null : personAt(reading, officer);
}

/** Also `owner` and `office`, unless a persona has that name. */
export function actorAt(reading: CaseSource, at: Cursor): StoryActor {
  const name = text(at);
  const isPersona = name !== null && isPresent(child(reading.personas, name));
  return !isPersona && (name === 'owner' || name === 'office') ? name : personaAt(reading, at);
}

/** Names of answers that a record of this type may have, from its form or from steps; without a kind, of any kind. */
export function questionsOfRecord(
  portal: Portal,
  record: { readonly type: string; readonly kind: string | null },
): readonly string[] {
  const scopes = [record.type, answerScopeOf(portal, record)];
  const names = scopes
    .flatMap((scope) => scopesByName(portal).get(scope)?.questions ?? [])
    .map(({ path }) => path.split('.', 1)[0] ?? path);
  return [...new Set([...names, ...workflowNames(portal, record, 'transitions'), 'assessment'])];
}

const scopesByName = onceForEach(
  (portal: Portal) => new Map(answerScopesOf(portal).map((scope) => [scope.name, scope])),
);

/** The names in the workflow of a record; without a type those of every workflow. */
export function workflowNames(
  { workflows }: Portal,
  { type }: Pick<TestedRecord, 'type'>,
  part: 'states' | 'transitions' | 'clocks',
): readonly string[] {
  const own = Object.values(workflows).filter(({ of }) => type === null || of === type);
  return [...new Set(own.flatMap((one) => Object.keys(one[part])))];
}

/** What a record is named by; null: it has no such type or kind. */
export function nounOf({ recordTypes, kinds }: Portal, name: string): 'record type' | 'kind' | null {
  if (Object.hasOwn(recordTypes, name)) return 'record type';
  return Object.hasOwn(kinds, name) ? 'kind' : null;
}

/** The record that a record type or `set/kind` means. Several types may have kinds of the set. */
export function recordNamed({ recordTypes, kinds }: Portal, name: string): TestedRecord {
  if (Object.hasOwn(recordTypes, name)) return { type: name, kind: null };
  const set = kinds[name]?.set;
  if (set === undefined) return anyRecord;
  const [type, ...others] = Object.values(recordTypes).filter((one) => one.kinds.includes(set));
  return { type: others.length > 0 ? null : (type?.type ?? null), kind: name };
}

export const kindNames = onceForEach(({ kinds }: Portal): readonly string[] => Object.keys(kinds));

/** The ways to name a record. */
export const recordNames = onceForEach((portal: Portal): readonly string[] => [
  ...Object.keys(portal.recordTypes),
  ...kindNames(portal),
]);

/** Every item of the configuration: a test may say that one of another kind is not asked for. */
export const itemsIn = onceForEach(({ kinds, recordTypes }: Portal): readonly string[] => {
  const all = [...Object.values(kinds), ...Object.values(recordTypes)].flatMap(({ items: some }) => some);
  return [...new Set(all.map(({ id }) => id))];
});
