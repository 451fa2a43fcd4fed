/**
 * Checks lists on pages that open without an account: they must show public records, in public columns and a public
 * order.
 */
import type { Condition } from '../../../portal/model/condition.ts';
import { referredValue } from '../../../portal/forms/references.ts';
import { openListPages } from '../../../portal/routing/visitors.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { List, RecordType } from '../../../portal/model/record-type.ts';
import { isAlwaysShown } from '../../../portal/access/visible-data.ts';
import { signedOut } from '../../../portal/model/department.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { DiagnosticSet, type CheckContext } from '../context/check-context.ts';
import { possible } from '../../../portal/conditions/possible.ts';
import { statesWhere } from '../../logic/satisfiability.ts';
import { knownForVisitor, visibleIn } from '../../logic/visitor-facts.ts';

export function checkPublicLists({ portal }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { of, place } of openListPages(portal)) {
    for (const subject of of) {
      const type = portal.recordTypes[subject.type];
      const list = type?.lists[subject.list ?? ''];
      if (type === undefined || list === undefined) continue;
      if (!isSeenByAll(portal, type, always)) {
        findings.add('list/nothing-public', place, { name: type.type, list: null });
        continue;
      }
      if (!isSeenByAll(portal, type, list.where))
        findings.add('list/nothing-public', place, { name: type.type, list: list.name });
      if (isReadByAll(portal, type)) continue;
      const names = hiddenOf(portal, type, list);
      if (names.length > 0)
        findings.add('list/hidden-column', place, { list: list.name, type: type.type, names });
    }
  }
  return findings.all();
}

const always: Condition = { test: 'always' };

/** Returns true if a visitor without an account can see, fully or partly, a record that meets the condition. */
function isSeenByAll(portal: Portal, type: RecordType, where: Condition): boolean {
  const asked = [where, visibleIn(portal, type, '')];
  const states = statesWhere({ portal, visitor: signedOut, type }, asked, (known, state) =>
    [where, visibleIn(portal, type, state)].every((one) => possible(one, known).true),
  );
  return states.length > 0;
}

/** Columns, filters and sort keys of the list that are not public. */
function hiddenOf(portal: Portal, type: RecordType, { columns, filters, sort }: List): string[] {
  const shown = columns.map(({ value }) => value).filter((name) => !isOpen(portal, type, name, true));
  // The order of the rows reveals the value of a field, as a filter does.
  const told = [...filters.map(({ value }) => value), sort.replace(/^-/, '')].filter(
    (name) => !isOpen(portal, type, name, false),
  );
  return [...new Set([...shown, ...told])];
}

/** Returns true if a visitor without an account may read such a record or its summary. */
function isReadByAll(portal: Portal, type: RecordType): boolean {
  const { read, summary } = type.access;
  const known = knownForVisitor({ portal, visitor: signedOut, type });
  return [read, summary?.to].some((one) => one !== undefined && possible(one, known).true);
}

/** @param orMasked whether a masked value, which shows the first letters, is enough */
function isOpen(portal: Portal, type: RecordType, name: string, orMasked: boolean): boolean {
  // A public view names its own answers only.
  if (referredValue(portal, type.type, name) !== null) return false;
  const [first = '', ...rest] = name.split('.');
  const above = rest.length > 0 ? portal.recordTypes[first] : undefined;
  if (above !== undefined)
    return isReadByAll(portal, above) || isOpen(portal, above, rest.join('.'), orMasked);
  if (isAlwaysShown(name)) return true;
  const { read } = type.fields[name] ?? {};
  if (read !== undefined && !possible(read, knownForVisitor({ portal, visitor: signedOut, type })).true)
    return false;
  const open = type.access.public;
  const isMasked = open?.masked.includes(name) === true || type.fields[name]?.isMasked === true;
  return open?.fields.includes(name) === true && (orMasked || !isMasked);
}
