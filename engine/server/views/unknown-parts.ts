/** What a saved view names, and its list does not have. */
import { dueFilters, type List, type RecordType, waitFilters } from '../../portal/model/record-type.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { bare, sortKey } from '../sql/list-columns.ts';

interface NamedList {
  readonly type: RecordType;
  readonly list: List;
}

/**
 * @param query as in the address of the list's page
 * @returns the names of parameters that the list does not take, or whose values it does not know
 */
export function unknownParts(portal: Portal, { type, list }: NamedList, query: string): readonly string[] {
  const columns = list.columns.map(({ value }) => value);
  const filters = list.filters.map(({ value }) => value);
  const rules: Readonly<Record<string, (value: string) => boolean>> = {
    q: () => true,
    due: isOneOf(dueFilters),
    waits: isOneOf(waitFilters),
    assigned: (value) => type.claim !== null && isOneOf(['me', 'nobody'])(value),
    sort: (value) => sortKey(portal, type, bare(value)) !== null,
    columns: (value) => value.split(',').every(isOneOf(columns)),
    density: isOneOf(['compact']),
  };
  return [...new URLSearchParams(query)].flatMap(([name, value]) => {
    const isKnown = filters.includes(name) || (Object.hasOwn(rules, name) && rules[name]?.(value) === true);
    return isKnown ? [] : [name];
  });
}

function isOneOf(choices: readonly string[]): (value: string) => boolean {
  return (value) => choices.includes(value);
}
