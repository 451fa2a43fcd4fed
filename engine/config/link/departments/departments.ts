/** Links departments and their flags: aliases, landings, units, constants, and derived values of accounts. */
import { type Department, type Flag, SECOND_STEP_DUE } from '../../../portal/model/department.ts';
import {
  child,
  entries,
  isPresent,
  items,
  number,
  text,
  texts,
  truth,
  type Cursor,
} from '../input/cursor.ts';
import { linkOptional, never } from '../conditions/condition.ts';
import { kindOf } from '../names/department-names.ts';
import { linkDerived } from '../derived/derived.ts';
import { report, type LinkContext, isKnown } from '../input/link-context.ts';
import { literal } from '../conditions/operand.ts';
import { linkContacts } from './contacts.ts';

const reserved: ReadonlySet<string> = new Set(['area', 'own', 'office', 'children', 'owner']);

/** @param shared the `flags` of portal.yaml, which every department has */
export function linkDepartments(shared: Cursor, context: LinkContext): Record<string, Department> {
  const departments: Record<string, Department> = {};
  const areas = new Map<string, string>();
  const flags = linkFlags(shared, context);
  for (const [key, root] of context.names.departments) {
    const area = areaOf(key, root);
    const other = areas.get(area);
    if (other !== undefined)
      report(context, 'department/area-taken', isPresent(child(root, 'area')) ? child(root, 'area') : root, {
        name: area,
        other,
      });
    areas.set(area, key);
    if (reserved.has(key)) report(context, 'department/reserved-name', root, { name: key });
    departments[key] = linkDepartment(key, root, flags, context);
  }
  return departments;
}

function linkDepartment(
  key: string,
  root: Cursor,
  shared: Department['flags'],
  context: LinkContext,
): Department {
  const units = child(root, 'units');
  if (isPresent(units)) {
    const choices = context.names.lookups;
    isKnown(context, 'department/unknown-lookup', units, { name: text(units) ?? '', choices });
  }
  return {
    key,
    title: text(child(root, 'title')) ?? key,
    kind: kindOf(root),
    aliases: linkAliases(key, child(root, 'aliases'), context),
    area: areaOf(key, root),
    landings: {
      home: text(child(child(root, 'landings'), 'home')) ?? '',
      credentials: text(child(child(root, 'landings'), 'credentials')),
      secondStep: text(child(child(root, 'landings'), 'secondStep')),
    },
    requiresSecondStep: requiresSecondStep(root),
    ownNames: truth(child(root, 'ownNames')) ?? false,
    deputies: linkDeputies(root, context),
    units: text(units),
    demonstrationUnit: linkDemonstrationUnit(root, context),
    staff: number(child(root, 'staff')) ?? 1,
    contacts: linkContacts(child(root, 'contacts')),
    constants: Object.fromEntries(
      entries(child(root, 'constants')).map(([name, said]) => [name, literal(said)]),
    ),
    flags: {
      ...shared,
      ...linkFlags(child(root, 'flags'), context),
      ...(requiresSecondStep(root) && { [SECOND_STEP_DUE]: secondStepDue }),
    },
    derived: Object.fromEntries(
      entries(child(root, 'derived')).map(([name, said]) => [name, linkDerived(said, context, null)]),
    ),
  };
}

/** Requesters act for themselves only. */
function linkDeputies(root: Cursor, context: LinkContext): Department['deputies'] {
  const at = child(root, 'deputies');
  if (isPresent(at) && kindOf(root) === 'requester')
    report(context, 'department/requesters-without-deputies', at, {});
  const [, longest] = /^(\d+) days?$/.exec(text(child(at, 'longest')) ?? '') ?? [];
  return longest === undefined ? null : { longest: Number(longest) };
}

function requiresSecondStep(root: Cursor): boolean {
  return text(child(root, 'secondStep')) === 'required';
}

/** The server computes its value. */
const secondStepDue: Flag = {
  title: null,
  default: false,
  initial: false,
  grantedBy: never,
  isDelegable: false,
  as: SECOND_STEP_DUE,
};

function linkDemonstrationUnit(root: Cursor, context: LinkContext): string | null {
  const of = text(child(root, 'units'));
  const lookup = context.names.lookups.get(of ?? '');
  const values =
    lookup === undefined
      ? []
      : items(child(lookup, 'rows')).flatMap((row) => text(child(row, 'value')) ?? []);
  const said = child(root, 'demonstrationUnit');
  const name = text(said);
  if (name === null) return values[0] ?? null;
  isKnown(context, 'department/unknown-unit', said, { name, choices: values, of });
  return name;
}

function areaOf(key: string, root: Cursor): string {
  return text(child(root, 'area')) ?? `/${key}`;
}

function linkAliases(key: string, at: Cursor, context: LinkContext): string[] {
  const { departments, aliases } = context.names;
  return texts(at).filter((alias) => {
    if (!departments.has(alias) && aliases.get(alias) === key) return true;
    report(context, 'department/alias-taken', at, { name: alias });
    return false;
  });
}

function linkFlags(at: Cursor, context: LinkContext): Record<string, Flag> {
  return Object.fromEntries(
    entries(at).map(([name, said]) => {
      const initial = child(said, 'initial');
      const usual = literal(child(said, 'default'));
      return [
        name,
        {
          title: text(child(said, 'title')),
          default: usual,
          initial: initial.value === undefined ? usual : literal(initial),
          grantedBy: linkOptional(child(said, 'grantedBy'), context, {
            where: 'access',
            type: null,
            absent: never,
          }),
          isDelegable: isDelegable(said, context),
          as: text(child(said, 'as')) ?? `can.${name}`,
        },
      ];
    }),
  );
}

/** A deputy gets only what somebody grants. */
function isDelegable(flag: Cursor, context: LinkContext): boolean {
  const said = child(flag, 'delegable');
  const isGrantable =
    typeof child(flag, 'default').value === 'boolean' && isPresent(child(flag, 'grantedBy'));
  if (truth(said) && !isGrantable) report(context, 'flag/nobody-passes-on', said, {});
  return truth(said);
}
