/** Checks that each department of a party has pages for the records, if another department of the party has them. */
import type { Condition } from '../../../portal/model/condition.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Route } from '../../../portal/model/route.ts';
import { openListPages } from '../../../portal/routing/visitors.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import { onceForEach } from '../../../portal/values/once-for-each.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { child, entries, isPresent, rootOf } from '../../link/input/cursor.ts';
import { accountsOf, knownForVisitor } from '../../logic/visitor-facts.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';
import { openers, typesOf } from '../context/pages.ts';

export function checkPartyPages(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { place, ...lacking } of lackingPages(portal)) {
    if (lacking.departments.some((one) => mayAct(portal, lacking.type, one)))
      findings.add('record/no-page', place, lacking);
    // Those who only look may see the record on the page of another one.
    else if (isRepeated(context, place)) findings.add('record/unseen-by-party', place, lacking);
  }
  return findings.all();
}

/** Returns true if the page at this place is written for several departments. */
function isRepeated({ files }: CheckContext, place: Place): boolean {
  const file = files.find((one) => one.kind !== 'requirement-kind' && one.path === place.file);
  if (file === undefined) return false;
  const pages = ['pages', 'routes'].flatMap((word) => entries(child(rootOf(file), word)));
  const last = pages.findLast(([, { pointer }]) => file.positions(pointer, 'key').line <= place.line);
  return last !== undefined && isPresent(child(child(last[1], 'forEach'), 'department'));
}

/** Returns true if this check reports that the department has no page of its own for records of the type. */
export function lacksPartyPage(portal: Portal, type: string, department: string): boolean {
  return lackingPages(portal).some((one) => one.type === type && one.departments.includes(department));
}

interface LackingPages {
  readonly type: string;
  readonly role: string;
  /** Departments of the role without such a page. */
  readonly departments: readonly string[];
  /** Departments of the role with such a page. */
  readonly others: readonly string[];
  /** A page of another department. */
  readonly place: Place;
  /** True if only the form for a new record is missing. */
  readonly isForm: boolean;
}

const lackingPages = onceForEach((portal: Portal): readonly LackingPages[] => {
  const own = ownPages(portal);
  return Object.values(portal.recordTypes).flatMap((type) =>
    Object.entries(type.parties).flatMap(([role, { departments }]): LackingPages[] => {
      const pages = own.get(type.type) ?? [];
      const whole = lackingOf(departments, pages);
      const creators = departments.filter((one) => mayHold(portal, type, one, type.access.create));
      const [found, isForm] =
        whole === null
          ? [
              lackingOf(
                creators,
                pages.filter(({ route }) => route.screen === 'form'),
              ),
              true,
            ]
          : [whole, false];
      return found === null ? [] : [{ ...found, type: type.type, role, isForm }];
    }),
  );
});

interface DepartmentPage {
  readonly route: Route;
  readonly departments: readonly string[];
}

/** The pages of each record type. A list that needs no account shows its own records to nobody in particular. */
function ownPages(portal: Portal): Map<string, DepartmentPage[]> {
  const departmentsOf = openers(portal);
  const open = new Set(openListPages(portal));
  const found = new Map<string, DepartmentPage[]>();
  for (const route of portal.routes) {
    const types = open.has(route) ? new Set<string>() : typesOf(route);
    const departments = types.size === 0 ? [] : departmentsOf(route);
    if (departments.length === 0) continue;
    for (const type of types) {
      const pages = found.get(type) ?? [];
      found.set(type, pages);
      pages.push({ route, departments });
    }
  }
  return found;
}

/** Null: all of them have one of these pages, or none has. */
function lackingOf(
  departments: readonly string[],
  pages: readonly DepartmentPage[],
): Pick<LackingPages, 'departments' | 'others' | 'place'> | null {
  const isServed = (one: string) => pages.some((page) => page.departments.includes(one));
  const others = departments.filter(isServed);
  const lacking = departments.filter((one) => !isServed(one));
  const page = pages.find((one) => one.departments.some((department) => others.includes(department)));
  return page === undefined || lacking.length === 0
    ? null
    : { departments: lacking, others, place: page.route.place };
}

function mayAct(portal: Portal, name: string, department: string): boolean {
  const type = portal.recordTypes[name];
  const steps = Object.values(portal.workflows[name]?.transitions ?? {});
  const rules = [type?.access.create, type?.access.update, ...steps.map(({ by }) => by)];
  return type !== undefined && rules.some((one) => one != null && mayHold(portal, type, department, one));
}

function mayHold(portal: Portal, type: RecordType, department: string, condition: Condition): boolean {
  return accountsOf(portal, department, [condition]).some(
    (visitor) => possible(condition, knownForVisitor({ portal, visitor, type })).true,
  );
}
