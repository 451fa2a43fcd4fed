/** The states in the slice: the choices of the status filter, and the labels for requesters and offices. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outlookOf } from '../../engine/portal/wire/outlook.ts';
import { slicePortal } from '../../engine/portal/wire/slice-portal.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { blankRecord, contextAlone } from '../../engine/portal/model/record.ts';
import { signedOut } from '../../engine/portal/model/department.ts';
import { visitorOf } from '../../engine/portal/routing/visitors.ts';
import { readPortal } from '../server/portal-server.ts';

const arts = await readPortal(join(import.meta.dirname, '../fixtures/arts-council'));
const call = arts.recordTypes['call']!;
const open = call.lists['open']!;
const always = { test: 'always' } as const;
/** The public list as a list of all calls, with a filter by state. */
const portal: Portal = {
  ...arts,
  recordTypes: {
    ...arts.recordTypes,
    call: {
      ...call,
      lists: {
        ...call.lists,
        open: { ...open, where: always, filters: [{ value: 'state', title: 'Status' }] },
      },
    },
  },
};

test('a public page offers the states that it shows to its visitor, and a list those of its own', () => {
  const offered = (who = signedOut, list = 'open') =>
    slicePortal({ portal, visitor: who }).recordTypes['call']?.lists[list]?.states;
  expect(offered()).toEqual(['open']);
  // A reader of all calls sees all of them there; drafts belong to their owners.
  expect(offered(visitorOf(portal, 'programme')!)).toEqual(['draft', 'open', 'closed']);
  expect(offered(visitorOf(portal, 'artist')!)).not.toContain('closed');
  expect(
    slicePortal({ portal: arts, visitor: signedOut }).recordTypes['call']?.lists['open'],
  ).not.toHaveProperty('states');
});

test('requesters read their own title of a state, and offices the other one', () => {
  const sent = {
    ...blankRecord('proposal', { id: 'p', slug: 'p', data: {}, createdAt: '2026-01-05T00:00:00Z' }),
    state: 'sent',
  };
  const context = contextAlone({ record: sent, today: '2026-01-10', now: '2026-01-10T00:00:00Z' });
  const titles = (department: string) => {
    const scope = { portal: arts, visitor: visitorOf(arts, department)! };
    const { states = {} } = slicePortal(scope).recordTypes['proposal'] ?? {};
    const [next] = outlookOf(scope, { context, ownerName: null }).next;
    return [states['returned']?.title, states['sent']?.title, next?.title];
  };
  const juryDecides = { text: 'The jury decides', kind: 'state' };
  expect(titles('artist')).toEqual(['Change your proposal', 'Sent', juryDecides]);
  expect(titles('programme')).toEqual([
    'Waiting for changes',
    'Sent',
    { ...juryDecides, text: 'Before the jury' },
  ]);
});
