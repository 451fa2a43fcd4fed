/** A permit is suspended only while it is valid, and only a suspended one has a suspension to lift. */
import { beforeAll, expect, test } from 'vitest';
import { loadPortal } from '../../engine/config/load.ts';
import type { IssuedDocument } from '../../engine/portal/model/document.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { actionsOf } from '../../engine/portal/workflow/transition.ts';
import { signedOut } from '../../engine/portal/model/department.ts';

let portal: Portal;

beforeAll(async () => {
  const compiled = await loadPortal('config', { proofs: false });
  if (compiled.portal === null) throw new Error('The configuration does not compile.');
  portal = compiled.portal;
});

const mayor = { ...signedOut, signedIn: true, account: 'm', department: 'mayor', flags: { approve: true } };

function permit(state: IssuedDocument['state'], validUntil = '2026-12-31'): IssuedDocument {
  const named = { id: state, code: '', document: 'mayors-permit', number: 'MP-1', variant: null };
  return { ...named, state, issuedAt: '2026-01-05T00:00:00.000Z', validUntil };
}

function offered(...documents: IssuedDocument[]): readonly string[] {
  const record = blankRecord('application', { state: 'released', owner: 'o' });
  const context = contextAlone({ record, documents, today: '2026-11-21', now: '2026-11-21T00:00:00.000Z' });
  const names = actionsOf({ portal, visitor: mayor, context }).map(({ name }) => name);
  return ['suspend', 'lift', 'revoke'].filter((name) => names.includes(name));
}

test('what can be done with a permit follows from how it stands', () => {
  expect(offered(permit('valid'))).toEqual(['suspend', 'revoke']);
  expect(offered(permit('suspended'))).toEqual(['lift', 'revoke']);
  expect(offered(permit('revoked'))).toEqual([]);
  expect(offered(permit('valid', '2026-11-20'))).toEqual([]);
  expect(offered()).toEqual([]);
});

test('the newest permit counts', () => {
  expect(offered(permit('valid'), permit('suspended'))).toEqual(['suspend', 'revoke']);
});
