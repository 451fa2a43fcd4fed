/** Words about who asks: `signedIn`, `department`, `can`, `self`. */
import type { Condition, Operand } from '../../../portal/model/condition.ts';
import { child, isSaid, oneOrMore, type Cursor } from '../reading/cursor.ts';
import { departmentsOf, groupOf } from '../names/department-names.ts';
import { report, reportUnknown, type LinkContext } from '../reading/link-context.ts';

export const visitorWords: ReadonlySet<string> = new Set(['signedIn', 'department', 'can', 'self']);

export function linkVisitorWord(word: string, at: Cursor, context: LinkContext): Condition {
  switch (word) {
    case 'signedIn':
      return compareVisitor('signedIn', { value: at.value === true });
    case 'self':
      return at.value === false ? { test: 'not', of: { test: 'self' } } : { test: 'self' };
    case 'can': {
      const flags = oneOrMore(at).map((one) => linkCan(one, context));
      return flags.length === 1 && flags[0] !== undefined ? flags[0] : { test: 'all', of: flags };
    }
    default:
      return linkDepartment(at, context);
  }
}

function compareVisitor(name: 'signedIn' | 'department', operand: Operand): Condition {
  const isSet = 'value' in operand && Array.isArray(operand.value);
  return {
    test: 'compare',
    subject: { from: 'visitor', name },
    operator: isSet ? 'in' : 'is',
    operand,
  };
}

/** `can: x` is short for `flag: x, is: true`. */
function linkCan(at: Cursor, context: LinkContext): Condition {
  const name = String(at.value);
  if (!context.names.flags.has(name)) {
    reportUnknown(context, 'condition/unknown-flag', at, { name, choices: context.names.flags });
  }
  return {
    test: 'compare',
    subject: { from: 'flag', name },
    operator: 'is',
    operand: { value: true },
  };
}

function linkDepartment(at: Cursor, context: LinkContext): Condition {
  const is = child(at, 'is');
  if (is.value === 'area') return compareVisitor('department', { area: true });
  const group = child(child(at, 'in'), 'group');
  if (isSaid(group)) return compareVisitor('department', { value: groupOf(group, context) });
  const direct = child(at, 'group');
  if (isSaid(direct)) return compareVisitor('department', { value: groupOf(direct, context) });
  const list = isSaid(is) ? is : isSaid(child(at, 'in')) ? child(at, 'in') : at;
  const keys = departmentsOf(list, context);
  if (keys.length === 0) report(context, 'condition/not-understood', at, { name: 'department' });
  return compareVisitor('department', { value: keys.length === 1 ? (keys[0] ?? '') : keys });
}
