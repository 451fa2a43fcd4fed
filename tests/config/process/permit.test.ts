/**
 * The life cycle of a business permit in the configuration: from filing to the mayor's signature, and its other ends.
 */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFact } from '../../../engine/portal/conditions/evaluate.ts';
import { contextAlone, type PortalRecord } from '../../../engine/portal/model/record.ts';
import type { Visitor } from '../../../engine/portal/model/department.ts';
import { person, Play } from './play.ts';
import { readPortal } from '../../server/read-portal.ts';

const portal = await readPortal();
const sound = portal;

const [example] = parse(readFileSync('config/forms/unified-form.yaml', 'utf8')).examples;
const restaurant = {
  ...example,
  lines: [{ line: 'restaurant', units: 1, capitalization: '2500000.00' }],
  seats: 20,
};

const owner = person('establishment', 'owner');
const licensing = person('bplo');
const encoder = person('mto', 'encoder');
const treasurer = person('mto', 'treasurer');
const mayor = person('mayor');
const monday = '2026-11-23T01:00:00.000Z';

let play: Play;
let application: PortalRecord;

beforeEach(() => {
  play = new Play(sound, monday);
  application = play.begin(owner, 'application', restaurant);
});

function accept(kind = 'simple'): void {
  play.take(owner, application, 'submit');
  application = play.take(licensing, application, 'accept', { class: kind, lines_confirmed: true });
}

/** A clearance with its checklists, sent and accepted; then the office's steps to the end. */
function clear(clearance: PortalRecord): PortalRecord {
  const office = clearance.office ?? '';
  const [inspector, chief] = [person(office, `${office} inspector`), person(office, `${office} chief`)];
  for (const one of play.all('checklist').filter(({ parent }) => parent === clearance.id)) {
    play.take(owner, play.settle(one, 'filed'), 'submit');
    play.take(chief, play.settle(one, 'accepted'), 'approve');
  }
  let now = play.take(owner, play.settle(clearance, 'filed'), 'submit');
  if (now.state === 'received') now = visit(now, inspector);
  now = play.settle(now, 'accepted');
  return play.take(chief, now, 'issue');
}

function visit(clearance: PortalRecord, inspector: Visitor): PortalRecord {
  play.take(owner, clearance, 'book', { slot: '2026-11-25T01:00:00.000Z' });
  const step = clearance.kind === sanitary ? 'inspect-points' : 'inspect';
  play.take(inspector, clearance, step, inspection);
  return play.take(inspector, clearance, 'endorse');
}

const sanitary = 'negative-list/sanitary';
const inspection = { inspected_on: '2026-11-25', met: 'Ana Reyes', result: 'passed' };

function assess(): PortalRecord {
  const assessment = play.one('assessment');
  play.take(encoder, assessment, 'start');
  play.take(encoder, assessment, 'submit');
  return play.take(treasurer, assessment, 'approve');
}

function pay(amount: unknown): void {
  play.take(encoder, play.one('assessment'), 'post-payment', receiptOf(String(amount)));
}

function receiptOf(amount: string) {
  return { or_number: '0042371', amount, paid_on: '2026-11-23' };
}

function totalOf({ data }: PortalRecord): unknown {
  return (data['assessment'] as { balance: string }).balance;
}

test('who would retire a business by an application is shown the way', () => {
  const other = play.begin(owner, 'application', { ...restaurant, application_type: 'retirement' });
  expect(play.refusal(owner, other, 'submit')).toContain('Close a business');
});

test('a restaurant gets its permit when every office has cleared it and it is paid', () => {
  accept('complex');
  expect(play.documents(application)).toEqual(['acknowledgement']);
  expect(application).toMatchObject({ state: 'in-clearance', due: expect.any(String) });
  const clearances = play.all('clearance');
  expect(clearances.map(({ office }) => office)).toEqual(
    expect.arrayContaining(['barangay', 'bfp', 'mho', 'mto']),
  );
  for (const clearance of clearances) {
    expect(clear(clearance)).toMatchObject({ state: 'issued' });
  }
  expect(play.again(application).state).toBe('in-clearance');
  const assessment = assess();
  expect(play.documents(assessment)).toEqual(['order-of-payment']);
  expect(play.again(application).state).toBe('for-payment');
  pay(totalOf(assessment));
  expect(play.again(assessment).state).toBe('paid');
  expect(play.again(application).state).toBe('for-validation');
  play.take(licensing, application, 'recommend');
  application = play.take(mayor, application, 'approve');
  expect(application.state).toBe('released');
  expect(play.documents(application)).toContain('mayors-permit');
  expect(play.validUntil(application)).toBe('2027-12-31');
  expect(play.one('feedback').state).toBe('open');
  play.wait('2028-01-03T01:00:00.000Z');
  expect(play.again(application).state).toBe('expired');
});

test('an incomplete application goes back with a list and comes again', () => {
  play.take(owner, application, 'submit');
  const missing = [{ what: 'The registration has run out.' }];
  expect(play.take(licensing, application, 'return', { missing }).state).toBe('incomplete');
  expect(play.take(owner, application, 'submit').state).toBe('submitted');
  expect(play.all('clearance')).toEqual([]);
  const filing = ['application-received', 'application-filed'];
  expect(play.notices).toEqual([...filing, 'returned', ...filing]);
});

test('a withdrawn application takes its clearances, checklists and assessment with it', () => {
  accept();
  play.take(owner, application, 'withdraw');
  expect(new Set(play.all('clearance').map(({ state }) => state))).toEqual(new Set(['cancelled']));
  expect(play.one('assessment').state).toBe('cancelled');
});

test('what an inspection found holds the clearance up until it is cured', () => {
  accept();
  const fire = play.one('clearance', 'negative-list/bfp');
  const inspector = person('bfp', 'inspector');
  play.take(owner, play.settle(fire, 'filed'), 'submit');
  play.take(owner, fire, 'book', { slot: '2026-11-25T01:00:00.000Z' });
  play.take(inspector, fire, 'inspect', { ...inspection, result: 'findings' });
  const found = { finding: 'No extinguisher.', legal_basis: 'RA 9514', cure_by: '10 days' };
  play.take(inspector, fire, 'list-findings', { findings: [found, { ...found, finding: 'A locked exit.' }] });
  expect(play.again(fire).state).toBe('with-findings');
  const findings = play.all('finding');
  expect(findings.map(({ state, office }) => [state, office])).toEqual([
    ['listed', 'bfp'],
    ['listed', 'bfp'],
  ]);
  for (const one of findings) {
    play.take(owner, play.settle(one, 'filed'), 'file-compliance', { done: 'Done.' });
    play.take(inspector, one, 'lift', { reason: 'Seen.' });
  }
  expect(play.again(fire).state).toBe('for-approval');
  play.settle(fire, 'accepted');
  expect(play.refusal(inspector, fire, 'issue')).toContain('forbidden');
  expect(play.take(person('bfp', 'marshal'), fire, 'issue').state).toBe('issued');
});

test('papers that come back before the visit lead to the visit, and after it to approval', () => {
  accept();
  const fire = play.one('clearance', 'negative-list/bfp');
  const inspector = person('bfp', 'inspector');
  const sendBack = () => {
    play.settle(fire, 'returned');
    play.take(inspector, fire, 'return');
    return play.take(owner, play.settle(fire, 'filed'), 'submit').state;
  };
  play.take(owner, play.settle(fire, 'filed'), 'submit');
  expect(sendBack()).toBe('received');
  visit(fire, inspector);
  expect(sendBack()).toBe('for-approval');
});

test('a finding that is not cured in time is escalated', () => {
  accept();
  const fire = play.one('clearance', 'negative-list/bfp');
  const inspector = person('bfp', 'inspector');
  play.take(owner, play.settle(fire, 'filed'), 'submit');
  play.take(owner, fire, 'book', { slot: '2026-11-25T01:00:00.000Z' });
  play.take(inspector, fire, 'inspect', { ...inspection, result: 'findings' });
  const found = { finding: 'No extinguisher.', legal_basis: 'RA 9514', cure_by: '10 days' };
  play.take(inspector, fire, 'list-findings', { findings: [found] });
  play.wait('2026-12-10T01:00:00.000Z');
  expect(play.one('finding').state).toBe('escalated');
  expect(play.notices.filter((name) => name === 'finding-escalated').length).toBeGreaterThan(0);
});

test('an office that is late is overdue, the barangay that is late has cleared', () => {
  accept();
  const barangay = play.one('clearance', 'negative-list/barangay');
  const waste = play.one('clearance', 'negative-list/swmo');
  play.take(owner, play.settle(barangay, 'filed'), 'submit');
  play.take(owner, play.settle(waste, 'filed'), 'submit');
  play.wait('2026-11-26T23:00:00.000Z');
  expect(play.again(waste).state).toBe('overdue');
  play.wait('2026-12-20T01:00:00.000Z');
  expect(play.again(barangay).state).toBe('deemed');
  play.settle(waste, 'accepted');
  expect(play.take(person('swmo'), waste, 'issue').state).toBe('issued');
});

test('a quarter is paid, and the rest later', () => {
  accept();
  const assessment = assess();
  pay('100.00');
  expect(play.again(assessment).state).toBe('instalment-due');
  pay(totalOf(play.again(assessment)));
  expect(play.again(assessment).state).toBe('paid');
});

test('nobody approves an assessment that they computed, and one receipt pays only once', () => {
  accept();
  const assessment = play.one('assessment');
  play.take(treasurer, assessment, 'start');
  play.take(encoder, assessment, 'submit');
  expect(play.refusal(treasurer, assessment, 'approve')).toContain('forbidden');
});

test('a permit that nobody decides on in time is approved by law', () => {
  accept();
  for (const one of play.all('clearance')) {
    play.take(person(one.office ?? ''), one, 'waive', { reason: 'Valid certificate on file.' });
  }
  pay(totalOf(assess()));
  expect(play.again(application).state).toBe('for-validation');
  play.wait('2026-12-11T01:00:00.000Z');
  expect(play.again(application).state).toBe('released');
  expect(play.documents(application)).toContain('mayors-permit, deemed');
});

test('a refusal has its ground and ends the children', () => {
  accept();
  play.take(licensing, application, 'disapprove', { ground: 'The place is closed by order.' });
  expect(play.documents(application)).toContain('notice-of-disapproval');
  expect(play.one('clearance').state).toBe('cancelled');
});

test('a business with findings stays open on a temporary permit, until its permit is released', () => {
  accept();
  const fire = play.one('clearance', 'negative-list/bfp');
  play.take(owner, play.settle(fire, 'filed'), 'submit');
  play.settle(fire, 'returned');
  expect(play.take(person('bfp'), fire, 'return').state).toBe('returned');
  const request = play.begin(owner, 'temporary-permit', { reason: 'Guests.', undertaking: [] }, application);
  play.take(owner, play.settle(request, 'filed'), 'request');
  play.settle(request, 'accepted');
  play.take(licensing, request, 'assess');
  play.take(licensing, request, 'forward', { risk: 'low', amount: '3200.00' });
  play.wait('2026-11-25T23:00:00.000Z');
  expect(play.again(request).state).toBe('for-payment');
  play.take(encoder, request, 'pay', { or_number: '1', amount: '3200.00', paid_on: '2026-11-24' });
  expect(play.take(mayor, request, 'issue').state).toBe('active');
  expect(play.documents(request)).toEqual(['temporary-permit']);
  expect(play.take(mayor, request, 'extend', { reason: 'The steel is late.' }).state).toBe('extended');
  expect(play.documents(request)).toEqual(['temporary-permit, extended']);
  play.wait('2027-03-01T01:00:00.000Z');
  expect(play.again(request).state).toBe('expired');
});

test('the points that failed at a sanitary inspection make the rating, and below 50 percent there is no permit', () => {
  accept();
  const clearance = play.one('clearance', sanitary);
  const [inspector, chief] = [person('mho', 'inspector'), person('mho', 'chief')];
  play.take(owner, play.settle(clearance, 'filed'), 'submit');
  play.take(owner, clearance, 'book', { slot: '2026-11-25T01:00:00.000Z' });
  expect(play.refusal(inspector, clearance, 'inspect', inspection)).toContain('forbidden');
  const points = (sound.lookups['sanitary-point']?.rows ?? []).map(({ value }) => ({
    point: value,
    measure: 'Mend it.',
  }));
  expect(points).toHaveLength(17);
  const rated = (failed: number): unknown[] => {
    const data = {
      ...play.again(clearance).data,
      'inspect-points': { ...inspection, failed: points.slice(0, failed) },
    };
    const context = contextAlone({ record: { ...clearance, data }, today: '2026-11-25', now: monday });
    const scope = { portal: sound, visitor: chief, context };
    return ['sanitary-rating', 'sanitary-grade', 'sanitary-sticker'].map((name) => readFact(name, scope));
  };
  expect([0, 2, 3, 6, 7, 10, 11, 17].map(rated)).toEqual([
    [100, 'excellent', 'luminous_green'],
    [90, 'excellent', 'luminous_green'],
    [85, 'very_satisfactory', 'luminous_yellow'],
    [70, 'very_satisfactory', 'luminous_yellow'],
    [65, 'satisfactory', 'luminous_red'],
    [50, 'satisfactory', 'luminous_red'],
    [45, 'no_permit', null],
    [15, 'no_permit', null],
  ]);
  play.take(inspector, clearance, 'inspect-points', { ...inspection, failed: points.slice(0, 11) });
  play.take(inspector, clearance, 'endorse');
  expect(play.refusal(chief, play.settle(clearance, 'accepted'), 'issue')).toContain('at least 50 percent');
});

test('a voided receipt has to be paid again, and the permit waits for it', () => {
  accept('complex');
  for (const clearance of play.all('clearance')) clear(clearance);
  const assessment = assess();
  const balance = totalOf(assessment);
  expect(play.refusal(encoder, assessment, 'post-payment', receiptOf('0.00'))).toContain('Enter the amount');
  expect(play.refusal(encoder, assessment, 'post-payment', receiptOf('9999999.00'))).toContain(
    'for more than',
  );
  pay(balance);
  expect(play.documents(assessment)).toEqual(['payment-note', 'order-of-payment']);
  application = play.take(licensing, application, 'recommend');
  play.take(treasurer, play.one('payment'), 'void', { reason: 'The check was not honoured.' });
  expect(play.again(assessment)).toMatchObject({ state: 'order-of-payment', due: expect.any(String) });
  expect(totalOf(play.again(assessment))).toBe(balance);
  expect(play.documents(assessment)).toEqual(['order-of-payment']);
  expect(play.again(application).state).toBe('for-payment');
  expect(play.notices).toContain('receipt-voided');
  pay(balance);
  expect(play.again(assessment).state).toBe('paid');
  expect(play.again(application).state).toBe('for-validation');
});

test('of several receipts only the voided one is owed again, also if the order is overdue by then', () => {
  accept('complex');
  const assessment = assess();
  const receipt = (or_number: string, amount: string) => {
    play.take(encoder, assessment, 'post-payment', { or_number, amount, paid_on: '2026-11-23' });
    return play.one('payment');
  };
  const owed = () => Number(totalOf(play.again(assessment)));
  const whole = owed();
  receipt('1', '1000.00');
  const second = receipt('2', '500.00');
  expect(owed()).toBe(whole - 1500);
  play.take(treasurer, assessment, 'mark-delinquent', { reason: 'It is late.' });
  play.take(treasurer, second, 'void', { reason: 'It was posted twice.' });
  expect(play.again(assessment).state).toBe('order-of-payment');
  expect(owed()).toBe(whole - 1000);
  expect(play.documents(assessment)).toEqual(['order-of-payment', 'payment-note']);
  expect(play.take(treasurer, assessment, 'mark-delinquent', { reason: 'It is late.' }).state).toBe(
    'delinquent',
  );
});

test('a quarter that is not paid by its day is overdue on the next one, with what is late, until it is paid', () => {
  application = play.begin(owner, 'application', {
    ...restaurant,
    application_type: 'renewal',
    lines: [{ line: 'restaurant', units: 1, gross_non_essential: '4000000.00' }],
  });
  accept('complex');
  const assessment = assess();
  const standing = () => play.again(assessment).data['assessment'] as Record<string, string>;
  const receipt = (amount: string | undefined, paid_on: string) =>
    play.take(encoder, assessment, 'post-payment', { or_number: paid_on, amount, paid_on }).state;
  expect(receipt(standing()['dueNow'], '2026-11-23')).toBe('partly-paid');
  expect(standing()['nextDue']).toBe('2027-04-20');
  play.wait('2027-03-21T15:00:00.000Z');
  expect(play.again(assessment).state).toBe('partly-paid');
  play.wait('2027-03-22T01:00:00.000Z');
  expect(play.again(assessment).state).toBe('instalment-due');
  expect(play.again(assessment).due).toBe('2027-04-20T16:00:00.000Z');
  play.wait('2027-04-20T15:00:00.000Z');
  expect(play.again(assessment).state).toBe('instalment-due');
  play.wait('2027-04-21T01:00:00.000Z');
  expect(play.again(assessment).state).toBe('delinquent');
  expect(Number(standing()['lateCharges'])).toBeGreaterThan(0);
  expect(play.documents(assessment)).toContain('order-of-payment');
  expect(play.notices).toContain('payment-overdue');
  expect(receipt(standing()['dueNow'], '2027-04-21')).toBe('partly-paid');
  expect(standing()['nextDue']).toBe('2027-07-20');
  play.wait('2027-05-03T01:00:00.000Z');
  expect(receipt(standing()['balance'], '2027-05-03')).toBe('paid');
  expect(standing()['nextDue']).toBeNull();
});
