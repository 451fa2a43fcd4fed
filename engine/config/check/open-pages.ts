/** A list on a page that opens without an account shows something there: records that everybody may see, in columns that they may see. */
import { openListPages } from '../../portal/open-lists.ts';
import type { Portal } from '../../portal/portal.ts';
import type { RecordType } from '../../portal/record-type.ts';
import { isAlwaysShown } from '../../portal/visible-data.ts';
import { signedOut } from '../../portal/visitor.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, type Checking } from './checking.ts';
import { possible } from './possible.ts';
import { knownStanding } from './truth.ts';

export function checkOpenPages({ portal }: Checking): Diagnostic[] {
  const findings = new Findings();
  for (const { of, place } of openListPages(portal)) {
    for (const subject of of) {
      const type = portal.recordTypes[subject.type];
      const list = type?.lists[subject.list ?? ''];
      if (type === undefined || list === undefined || isReadByAll(portal, type)) continue;
      if (type.access.public === null) {
        findings.add('list/nothing-public', place, { name: type.type });
        continue;
      }
      const columns = list.columns.map(({ value }) => value).filter((name) => !isOpen(portal, type, name, true));
      const filters = list.filters.filter((name) => !isOpen(portal, type, name, false));
      const names = [...new Set([...columns, ...filters])];
      if (names.length > 0) findings.add('list/hidden-column', place, { list: list.name, type: type.type, names });
    }
  }
  return findings.all();
}

/** Somebody without an account may read such a record in full, or its summary. */
function isReadByAll(portal: Portal, type: RecordType): boolean {
  const { read, summary } = type.access;
  const known = knownStanding({ portal, visitor: signedOut, type });
  return [read, summary?.to].some((one) => one !== undefined && possible(one, known).true);
}

/** @param orMasked shown with its first letters is enough */
function isOpen(portal: Portal, type: RecordType, name: string, orMasked: boolean): boolean {
  const [first = '', ...rest] = name.split('.');
  const above = rest.length > 0 ? portal.recordTypes[first] : undefined;
  if (above !== undefined) return isReadByAll(portal, above) || isOpen(portal, above, rest.join('.'), orMasked);
  if (isAlwaysShown(name)) return true;
  const open = type.access.public;
  const isMasked = open?.masked.includes(name) === true || type.fields[name]?.isMasked === true;
  return open?.fields.includes(name) === true && (orMasked || !isMasked);
}
