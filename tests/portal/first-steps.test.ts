/** What the browser gets about a record before it exists. */
import { expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import { firstStepsOf } from '../../engine/portal/wire/outlook.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { signedOut, type Visitor } from '../../engine/portal/model/department.ts';

const portal = await soundPortal();

function ofDepartment(department: string): Visitor {
  return { ...signedOut, signedIn: true, account: 'a', department };
}

test('who registers is told that a link is sent, by the name of the step that it takes', () => {
  expect(firstStepsOf({ portal, visitor: signedOut }, 'establishment-profile').link).toBe(
    'Confirm my e-mail address',
  );
  expect(firstStepsOf({ portal, visitor: ofDepartment('establishment') }, 'application').link).toBeNull();
});

test('a new draft says how it is sent, and whether papers come first, before anything is saved', () => {
  const application = firstStepsOf({ portal, visitor: ofDepartment('establishment') }, 'application');
  expect(application.actions.map(({ name }) => name)).toEqual(['submit', 'discard']);
  expect(application.asksPapers).toBe(false);
  expect(firstStepsOf({ portal, visitor: ofDepartment('applicant') }, 'health-card').asksPapers).toBe(true);
});

test('who is signed out, or may not take a step, is promised none', () => {
  expect(firstStepsOf({ portal, visitor: signedOut }, 'application').actions).toEqual([]);
  expect(
    firstStepsOf({ portal, visitor: ofDepartment('establishment') }, 'establishment-profile').asksPapers,
  ).toBe(false);
});

async function soundPortal(): Promise<Portal> {
  const { portal: loaded } = await loadPortal('config');
  if (loaded === null) throw new Error('The configuration does not compile.');
  return loaded;
}
