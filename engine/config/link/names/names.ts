/** First pass of linking: collects every declared name, so that the second pass can resolve references. */
import { mappingOf } from '../../../portal/values/is-mapping.ts';
import { SECOND_STEP_DUE } from '../../../portal/model/department.ts';
import type { TelephoneRule } from '../../../portal/writing/telephone.ts';
import type { ParsedFile } from '../../source/source.ts';
import { child, entries, isMapping, isPresent, rootOf, text, texts, type Cursor } from '../input/cursor.ts';
import { derivedValuesOf } from './derived-values.ts';
import { ReadLog } from '../input/kind-reads.ts';
import { pageParametersOf } from '../pages/written-pages.ts';
import { departmentsOfKinds } from './department-names.ts';
import type { Names } from '../input/link-context.ts';
import type { FilesByKind } from '../input/files.ts';
import { baseName, kindId, setName } from '../input/files.ts';

export function gatherNames(files: FilesByKind): Names {
  const departments = byBaseName(files.department);
  const portal = files.portal[0];
  const root = portal && rootOf(portal);
  const log = new ReadLog();
  const roots = [...(root === undefined ? [] : [root]), ...departments.values()];
  return {
    departments,
    aliases: aliasesOf(departments),
    groups: groupsOf(files.groups, departments),
    flags: new Set([
      ...roots.flatMap((one) => [...keys(one, 'flags'), ...keys(one, 'derived')]),
      SECOND_STEP_DUE,
    ]),
    guards: new Set(files.guards.flatMap((file) => keys(rootOf(file), 'guards'))),
    chains: new Map(files.guards.flatMap((file) => chainsOf(rootOf(file)))),
    messages: new Set(root === undefined ? [] : keys(root, 'messages')),
    constants: new Map(Object.entries(root === undefined ? {} : mappingOf(child(root, 'constants').value))),
    telephone: telephoneOf(root),
    moneySigns: root === undefined ? [] : texts(child(child(root, 'money'), 'signs')),
    letterhead: root === undefined ? [] : (text(child(root, 'letterhead')) ?? '').split('\n').filter(Boolean),
    formats: new Map(root === undefined ? [] : entries(child(root, 'formats'))),
    officeConstants: new Set([...departments.values()].flatMap((one) => keys(one, 'constants'))),
    parameters: new Set([
      ...files.route.flatMap((file) => parametersOf(rootOf(file))),
      ...files.record.flatMap((file) => pageParametersOf(rootOf(file))),
    ]),
    navigation: new Set(root === undefined ? [] : navigationOf(root)),
    records: byBaseName(files.record),
    // The first workflow of a type applies; the second is reported.
    workflows: new Map(files.workflow.map((file) => workflowOf(rootOf(file))).toReversed()),
    forms: byBaseName(files.form),
    lookups: byBaseName(files.lookup),
    districts: byBaseName(files.district),
    papers: new Map(files.papers.flatMap((file) => entries(rootOf(file)))),
    sets: new Map(files['requirement-set'].map((file) => [setName(file), rootOf(file)])),
    kinds: log.watchKinds(new Map(files['requirement-kind'].map((file) => [kindId(file), rootOf(file)]))),
    log,
    calendars: byBaseName(files.calendar),
    days: files.days.map(rootOf)[0] ?? null,
    fees: byBaseName(files.fee),
    documents: byBaseName(files.document),
    notices: byBaseName(files.notice),
    reports: byBaseName(files.report),
    facts: new Set(files.record.flatMap((file) => derivedValuesOf(rootOf(file)).map(([name]) => name))),
  };
}

function byBaseName(files: readonly ParsedFile[]): Map<string, Cursor> {
  return new Map(files.map((file) => [baseName(file), rootOf(file)]));
}

function keys(root: Cursor, part: string): string[] {
  return entries(child(root, part)).map(([key]) => key);
}

/** By default digits are stored as typed. */
function telephoneOf(root: Cursor | undefined): TelephoneRule {
  const said = (key: string) => (root === undefined ? null : text(child(child(root, 'telephone'), key)));
  const shapes = root === undefined ? [] : texts(child(child(root, 'telephone'), 'shapes'));
  return {
    country: said('country') ?? '',
    trunk: said('trunk') ?? '',
    ...(shapes.length > 0 && { shapes }),
  };
}

/** The first department with an alias keeps it; the key of a department is never an alias. */
function aliasesOf(departments: ReadonlyMap<string, Cursor>): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const [key, root] of departments) {
    for (const alias of texts(child(root, 'aliases'))) {
      if (!departments.has(alias) && !aliases.has(alias)) aliases.set(alias, key);
    }
  }
  return aliases;
}

function groupsOf(
  files: readonly ParsedFile[],
  departments: ReadonlyMap<string, Cursor>,
): Map<string, string[]> {
  const aliases = aliasesOf(departments);
  const groups = new Map<string, string[]>();
  for (const [name, said] of files.flatMap((file) => entries(child(rootOf(file), 'groups')))) {
    const kind = child(said, 'kind');
    const members = isPresent(kind)
      ? departmentsOfKinds({ departments }, texts(kind))
      : texts(said).map((one) => aliases.get(one) ?? one);
    groups.set(name, [...new Set(members)]);
  }
  return groups;
}

function chainsOf(root: Cursor): [string, string[]][] {
  return entries(child(root, 'chains')).map(([name, said]) => [name, texts(said)]);
}

function parametersOf(root: Cursor): string[] {
  return entries(child(root, 'routes')).flatMap(([, route]) => [
    ...keys(route, 'params'),
    ...keys(route, 'with'),
  ]);
}

function navigationOf(root: Cursor): string[] {
  const said = child(root, 'navigation').value;
  return Array.isArray(said) ? said.flatMap((one) => (isMapping(one) ? String(one.key) : [])) : [];
}

function workflowOf(root: Cursor): [string, Cursor] {
  return [text(child(root, 'of')) ?? baseName(root.file), root];
}
