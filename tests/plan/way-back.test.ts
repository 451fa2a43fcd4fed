/** From one configuration to another that does not know its names: what goes by which name there. */
import { expect, test } from 'vitest';
import { planChange } from '../../engine/plan/plan.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { lostNames } from '../../engine/portal/succession/names-in.ts';
import { successionsOf } from '../../engine/portal/succession/succeed-record.ts';
import { withEarlierNames, withWayBack } from '../../engine/portal/succession/way-back.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { type EditedLibrary, filesOf, originalLibrary } from '../server/succession/edited-library.ts';
import { editedPortal } from './edited-portal.ts';

const directory = 'tests/fixtures/library';
const files = readFiles(directory).files.map(({ name, text }) => ({ name, text }));

function libraryWith(names: Partial<EditedLibrary['names']>): Portal {
  const edited = filesOf(files, { ...originalLibrary, names: { ...originalLibrary.names, ...names } });
  const left = files.filter(({ name }) => !edited.some((one) => one.name === name));
  return editedPortal(directory, {
    ...Object.fromEntries(left.map(({ name }) => [name, null])),
    ...Object.fromEntries(edited.map(({ name, text }) => [name, text])),
  });
}

const counter = libraryWith({
  question: ['volume', 'book'],
  lent: ['out', 'lent'],
  step: ['take-back', 'bring-back'],
  clock: ['reply', 'answer'],
  department: ['lending', 'desk'],
  kind: ['pupil', 'student'],
  row: ['mount', 'hill'],
});
const hall = libraryWith({
  question: ['work', 'text', 'book'],
  lent: ['taken', 'lent'],
  step: ['return', 'bring-back'],
  clock: ['wait', 'answer'],
  department: ['hall', 'desk'],
  kind: ['learner', 'student'],
  row: ['upper', 'hill'],
});

function later(names: ReadonlyMap<string, string> | undefined, name: string): string {
  return names?.get(name) ?? name;
}

function namesOn(before: Portal, after: Portal) {
  return presentNames(before, withWayBack(before, after));
}

/** The later names of the hall. */
function presentNames(before: Portal, way: Portal) {
  const { departments, kinds, rows, states, clocks, steps, questions } = successionsOf(way);
  return {
    lost: lostNames(before, way),
    names: [
      later(questions.get('loan'), 'work'),
      later(states.get('loan'), 'taken'),
      later(steps.get('loan'), 'return'),
      later(clocks.get('loan'), 'wait'),
      later(departments, 'hall'),
      later(kinds, 'membership/learner'),
      later(rows.get('branch'), 'upper'),
    ],
  };
}

test('what was renamed since has its earlier name again', () => {
  expect(namesOn(hall, libraryWith({}))).toEqual({
    lost: [],
    names: ['book', 'lent', 'bring-back', 'answer', 'desk', 'membership/student', 'hill'],
  });
});

test('what two configurations renamed, each in its own way, has the name of the other', () => {
  expect(namesOn(hall, counter)).toEqual({
    lost: [],
    names: ['volume', 'out', 'take-back', 'reply', 'lending', 'membership/pupil', 'mount'],
  });
});

const entitled = (title: string) =>
  editedPortal(directory, { 'portal.yaml': ['title: City Library', `title: ${title}`] });

test('what has its earlier name again is found by both names over further changes', () => {
  const back = withEarlierNames(hall, entitled('Town Library'));
  const since = withEarlierNames(withEarlierNames(back, entitled('Old Library')), entitled('New Library'));
  expect(presentNames(hall, since)).toEqual(namesOn(hall, libraryWith({})));
  // The names that the hall had before are found as well.
  const on = withEarlierNames(since, counter);
  expect(presentNames(hall, on)).toEqual(namesOn(hall, counter));
  expect(successionsOf(on).questions.get('loan')?.get('book')).toBe('volume');
});

test('a name that something else has now leads there no more', () => {
  const back = withEarlierNames(hall, libraryWith({}));
  const anew = editedPortal(directory, {
    'lookups/branch.yaml': [
      '  - { value: hill, label: Hill branch }\n',
      '  - { value: hill, label: Hill branch }\n  - { value: upper, label: Upper branch }\n',
    ],
  });
  expect(successionsOf(withEarlierNames(back, anew)).rows.get('branch')?.get('upper')).toBeUndefined();
});

const questions = (list: string, title: string): string => `type: object
title: Loan
required: [book, copies, branch]
properties:
  book: { type: string, title: Title of the book, minLength: 1 }
  copies: { type: integer, title: Copies, minimum: 1, maximum: 5 }
  branch: { type: string, title: Branch, lookup: branch }
  is_student: { type: boolean, title: 'Are you a student?' }
  ${list}: { type: array, title: Others, formerly: [others], items: { type: object, properties: { ${title}: { type: string, title: Title, formerly: [title] } } } }
`;

test('what is below something renamed goes with it, whatever the other configuration calls both', () => {
  const other = editedPortal(directory, { 'forms/loan.yaml': questions('more', 'name') });
  const left = editedPortal(directory, { 'forms/loan.yaml': questions('further', 'called') });
  const way = withWayBack(left, other);
  expect([...(successionsOf(way).questions.get('loan') ?? [])]).toEqual(
    expect.arrayContaining([
      ['further', 'more'],
      ['more.called', 'more.name'],
    ]),
  );
  expect(lostNames(left, way)).toEqual([]);
});

test('where two names became one, nobody knows which of them it was', () => {
  const merged = editedPortal(directory, {
    'lookups/branch.yaml': ['value: hill', 'value: house, formerly: [hill, valley]'],
  });
  const both = editedPortal(directory, {
    'lookups/branch.yaml': [
      '  - { value: hill, label: Hill branch }\n',
      '  - { value: hill, label: Hill branch }\n  - { value: valley, label: Valley branch }\n',
    ],
  });
  expect(lostNames(merged, withWayBack(merged, both))).toEqual([{ kind: 'row', name: 'branch: house' }]);
});

test('a plan calls what is renamed again renamed, and not lost', () => {
  const again = libraryWith({
    question: ['piece', 'work', 'text', 'book'],
    department: ['room', 'hall', 'desk'],
  });
  const plan = planChange({ name: 'before', portal: hall }, { name: 'after', portal: again }, '2026-11-27');
  expect(plan.changes.filter(({ actions }) => actions.includes('lose'))).toEqual([]);
  const renamed = plan.changes
    .filter(({ from }) => from !== null)
    .map(({ subject, from }) => [from, subject.name]);
  expect(renamed).toEqual(
    expect.arrayContaining([
      ['hall', 'room'],
      ['loan: work', 'loan: piece'],
    ]),
  );
});

test('there is no way back to a configuration that is the same', () => {
  expect(withWayBack(counter, counter)).toBe(counter);
});
