/** Reminders of the configuration: each is sent once, when it is due, and not to people who have acted. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PortalRecord } from '../../../engine/portal/model/record.ts';
import { readPortal } from '../../server/read-portal.ts';
import { person, Play } from './play.ts';

const portal = await readPortal();
const [example] = parse(readFileSync('config/forms/unified-form.yaml', 'utf8')).examples;
const owner = person('establishment', 'owner');
const licensing = person('bplo');
const begun = '2026-11-23T01:00:00.000Z';
const missing = { missing: [{ what: 'The lease contract.' }] };

function begin(): { readonly play: Play; readonly draft: PortalRecord } {
  const play = new Play(portal, begun);
  return { play, draft: play.begin(owner, 'application', example) };
}

function afterDays(days: number, minutes = 0): string {
  return new Date(Date.parse(begun) + days * 86_400_000 + minutes * 60_000).toISOString();
}

test('an owner hears once, two weeks before their draft is deleted', () => {
  const { play, draft } = begin();
  const sent = () => play.notices.filter((name) => name === 'draft-expires').length;
  play.wait(afterDays(166, -1));
  expect(sent()).toBe(0);
  play.wait(afterDays(166, 1));
  expect(sent()).toBe(1);
  play.put({ ...play.again(draft), data: { ...example, business_name: 'Another name' } });
  play.wait(afterDays(170));
  expect(sent()).toBe(1);
  expect(play.events(draft).filter((one) => one === 'reminded')).toHaveLength(1);
  play.wait(afterDays(180, 1));
  expect(play.again(draft).state).toBe('discarded');
  expect(sent()).toBe(1);
});

test('a change in the minute in which a reminder is due loses none', () => {
  const { play, draft } = begin();
  play.at(afterDays(166, 1));
  play.put({ ...play.again(draft), data: { ...example, business_name: 'Another name' } });
  play.wait(afterDays(166, 2));
  expect(play.notices).toEqual(['draft-expires']);
});

test('an owner who has not answered a return within a week hears once for each return', () => {
  const { play, draft } = begin();
  const sent = () => play.notices.filter((name) => name === 'return-unanswered').length;
  play.take(owner, draft, 'submit');
  play.take(licensing, draft, 'return', missing);
  play.wait(afterDays(7, 1));
  expect(sent()).toBe(1);
  play.wait(afterDays(9));
  play.take(owner, draft, 'submit');
  play.take(licensing, draft, 'return', missing);
  play.wait(afterDays(10));
  play.take(owner, draft, 'submit');
  play.wait(afterDays(30));
  expect(sent()).toBe(1);
});

test('an owner hears once that their permit runs out, and not of one that was revoked', () => {
  for (const state of ['valid', 'revoked'] as const) {
    const { play, draft } = begin();
    play.issue(draft, 'mayors-permit', { validUntil: '2026-12-31', state });
    play.put({ ...play.again(draft), state: 'released', since: begun });
    play.wait('2026-11-30T00:00:00.000Z');
    expect(play.notices).toEqual([]);
    play.wait('2026-12-02T00:00:00.000Z');
    play.wait('2026-12-05T00:00:00.000Z');
    expect(play.notices).toEqual(state === 'valid' ? ['permit-runs-out'] : []);
  }
});
