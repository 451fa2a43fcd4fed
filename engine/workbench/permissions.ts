/** Describes who may begin, read and change records of a type and take their steps: each department in each state. */
import {
  changeableIn,
  knownForVisitor,
  visibleIn,
  visitorsByDepartment,
  type Who,
} from '../config/logic/visitor-facts.ts';
import type { PermissionsModel, permissionAnswers } from '../contract/workbench.ts';
import { workbenchMessages } from '../locales/workbench.ts';
import { knownState, possible } from '../portal/conditions/possible.ts';
import { say } from '../portal/language/say.ts';
import type { Condition } from '../portal/model/condition.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RecordType } from '../portal/model/record-type.ts';
import { sayCondition } from './condition-words.ts';

type PermissionRow = PermissionsModel['groups'][number]['rows'][number];
type PermissionAnswer = (typeof permissionAnswers)[number];

/**
 * @param portal in the reader's language
 * @returns null if there is no such type
 */
export function describePermissions(portal: Portal, type: string): PermissionsModel | null {
  const recordType = Object.hasOwn(portal.recordTypes, type) ? portal.recordTypes[type] : undefined;
  if (recordType === undefined) return null;
  const workflow = portal.workflows[type];
  const steps = Object.values(workflow?.transitions ?? {});
  const { access } = recordType;
  const rules = [access.create, access.read, access.update, ...steps.flatMap(({ by }) => by ?? [])];
  const matrix = { portal, recordType, people: visitorsByDepartment(portal, rules) };
  const create = rowOf(matrix, { what: 'create', title: null, rule: access.create, state: '' });
  return {
    type,
    title: recordType.title,
    columns: matrix.people.map(
      ({ name }) => portal.departments[name]?.title ?? say(portal.words, workbenchMessages.openedBy),
    ),
    groups: [
      { state: null, rows: [create] },
      ...Object.values(workflow?.states ?? {}).map(({ key, title }) => ({
        state: title,
        rows: [
          rowOf(matrix, { what: 'read', title: null, rule: visibleIn(portal, recordType, key), state: key }),
          rowOf(matrix, {
            what: 'update',
            title: null,
            rule: changeableIn(portal, recordType, key),
            state: key,
          }),
          ...steps
            .filter(({ from, by }) => by !== null && from.includes(key))
            .map(({ title: step, by }) =>
              rowOf(matrix, { what: 'step', title: step, rule: by ?? never, state: key }),
            ),
        ],
      })),
    ],
  };
}

const never: Condition = { test: 'any', of: [] };

interface Matrix {
  readonly portal: Portal;
  readonly recordType: RecordType;
  readonly people: readonly Who[];
}

interface Right extends Pick<PermissionRow, 'what' | 'title'> {
  readonly rule: Condition;
  readonly state: string;
}

function rowOf(matrix: Matrix, { what, title, rule, state }: Right): PermissionRow {
  const { portal, recordType, people } = matrix;
  return {
    what,
    title,
    rule:
      sayCondition(portal, rule, { type: recordType.type }) ??
      say(portal.words, workbenchMessages.whenAlways),
    cells: people.map((who) => answerOf(matrix, { who, rule, state })),
  };
}

function answerOf(
  { portal, recordType }: Matrix,
  { who, rule, state }: { readonly who: Who; readonly rule: Condition; readonly state: string },
): PermissionAnswer {
  const results = who.visitors.map((visitor) =>
    possible(rule, knownState(state, knownForVisitor({ portal, visitor, type: recordType }))),
  );
  if (results.every((one) => !one.true)) return 'no';
  return results.every((one) => !one.false) ? 'yes' : 'maybe';
}
