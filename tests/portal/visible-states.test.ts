/** What the filter by status offers: only states in which the list can show a record to this visitor. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slicePortal } from '../../engine/portal/wire/slice-portal.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { signedOut } from '../../engine/portal/model/visitor.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { readPortal } from '../server/portal-server.ts';

const arts = await readPortal(join(import.meta.dirname, '../fixtures/arts-council'));
const call = arts.recordTypes['call']!;
const open = call.lists['open']!;
const always = { test: 'always' } as const;
/** The public list as one of all calls, with a filter by state. */
const portal: Portal = {
  ...arts,
  recordTypes: {
    ...arts.recordTypes,
    call: { ...call, lists: { ...call.lists, open: { ...open, where: always, filters: ['state'] } } },
  },
};

test('a public page offers the states that it shows to its visitor, and a list those of its own', () => {
  const offered = (who = signedOut, list = 'open') =>
    slicePortal({ portal, visitor: who }).recordTypes['call']?.lists[list]?.states;
  expect(offered()).toEqual(['open']);
  // Whoever reads all calls meets all of them there; drafts are their owners'.
  expect(offered(visitorOf(portal, 'programme')!)).toEqual(['draft', 'open', 'closed']);
  expect(offered(visitorOf(portal, 'artist')!)).not.toContain('closed');
  expect(
    slicePortal({ portal: arts, visitor: signedOut }).recordTypes['call']?.lists['open'],
  ).not.toHaveProperty('states');
});
