/** The fields of a record that a view shows, and the states that a visitor can find in a list. */
import { isRequester } from '../model/department.ts';
import { holds } from '../conditions/evaluate.ts';
import { knownState, type KnownTruth, possible } from '../conditions/possible.ts';
import type { Scope } from '../conditions/scope.ts';
import type { List, RecordType } from '../model/record-type.ts';
import type { State } from '../model/workflow.ts';
import { isOpenList } from '../routing/visitors.ts';
import { draftState, type View } from './access.ts';

/**
 * The fields of `data` that this view shows, without hidden fields; masked fields keep the first letter of each word.
 */
export function visibleData(
  view: View,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (view.fields === null && view.hidden.length === 0) return data;
  const entries = Object.entries(data).filter(
    ([name]) => (view.fields === null || view.fields.includes(name)) && !view.hidden.includes(name),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, view.masked.includes(name) ? masked(value) : value]),
  );
}

/** Decides whether the view shows this column of the row (`number`, `state`, `due` …). */
export function isVisible(view: View, column: string): boolean {
  return (view.fields === null || view.fields.includes(column)) && !view.hidden.includes(column);
}

/** The state of a record and its date are visible to everybody who sees the record at all. */
const alwaysShown: readonly string[] = ['state', 'created', 'updated', 'slug'];

/** The same for any column or field, by the name that texts about the record use. */
export function isShown(view: View, name: string): boolean {
  return isAlwaysShown(name) || isVisible(view, name);
}

export function isAlwaysShown(name: string): boolean {
  return alwaysShown.includes(name);
}

/** "Ana Reyes" → "A•• R••••". A value that is not text is hidden. */
function masked(value: unknown): unknown {
  return typeof value === 'string' ? maskedText(value) : null;
}

/** The first letter of each word; the others are hidden. */
export function maskedText(text: string): string {
  return text.replace(/(\S)(\S*)/g, (_, first: string, rest: string) => first + '•'.repeat(rest.length));
}

/** The states of records that this list can show to this visitor, in the order of the workflow. */
export function visibleStates(scope: Scope, type: RecordType, list: List): string[] {
  const { portal, visitor } = scope;
  const { read, summary, public: open } = type.access;
  const isOpen = isOpenList(portal, type.type, list.name);
  const seen = [read, summary?.to, isOpen ? open?.when : undefined].filter((one) => one !== undefined);
  const draft = draftState(portal, type.type);
  return Object.keys(portal.workflows[type.type]?.states ?? {}).filter((state) => {
    const known = knownState(state, truthForVisitor(scope));
    const isSeen = state === draft ? visitor.signedIn : seen.some((one) => possible(one, known).true);
    return isSeen && possible(list.where, known).true;
  });
}

/** Evaluates only what a condition asks of the visitor. Without an account the visitor is party to no record. */
export function truthForVisitor(scope: Scope): KnownTruth {
  const { visitor } = scope;
  return (condition) => {
    switch (condition.test) {
      case 'self':
      case 'party':
      case 'did':
        return visitor.signedIn ? null : false;
      case 'compare': {
        const { subject, operand } = condition;
        const isOfVisitor = subject.from === 'visitor' || subject.from === 'flag';
        return isOfVisitor && 'value' in operand ? holds(condition, scope) : null;
      }
      default:
        return null;
    }
  };
}

/** The title of a state in the visitor's words: requesters may have their own. */
export function stateTitle(scope: Scope, { title, titleForRequesters }: State): string {
  return isOfRequester(scope) ? titleForRequesters : title;
}

/** What the visitor can do in a state, where and how; null: nothing is said. */
export function stateHelp(scope: Scope, { helpForRequesters }: State): string | null {
  return isOfRequester(scope) ? helpForRequesters : null;
}

function isOfRequester({ portal, visitor }: Scope): boolean {
  return isRequester(portal.departments, visitor.department);
}
