/** The other permits of the configuration: freelancers, workers, closures, affidavits. */
import { expect, test } from 'vitest';
import type { PortalRecord } from '../../../engine/portal/model/record.ts';
import { person, Play, type Answers } from './play.ts';
import { readPortal } from '../../server/read-portal.ts';

const portal = await readPortal();
const sound = portal;

const cashier = person('mto', 'cashier');
const licensing = person('bplo');
const worker = person('applicant', 'worker');
const monday = '2026-11-23T01:00:00.000Z';
const receipt = { or_number: '0042371', amount: '500.00', paid_on: '2026-11-23' };

/** A receipt over what is to be paid. */
function whole(play: Play, record: PortalRecord) {
  const { total } = play.again(record).data['assessment'] as { readonly total: string };
  return { ...receipt, amount: total };
}

function begin(): Play {
  return new Play(sound, monday);
}

function exampleOf(type: string): Answers {
  return sound.recordTypes[type]?.examples[0] ?? {};
}

/** Rows of results: the last day of each test. */
function tested(tests: Readonly<Record<string, string>>, result = 'normal') {
  return Object.entries(tests).map(([name, until]) => ({
    test: name,
    taken_on: '2026-11-20',
    result,
    valid_until: until,
  }));
}

test('a freelancer gets the yearly permit when four offices have cleared it and it is paid', () => {
  const freelancer = person('freelancer');
  const play = begin();
  const permit = play.begin(freelancer, 'freelancer-permit', exampleOf('freelancer-permit'));
  play.take(freelancer, permit, 'submit');
  play.take(person('bplo', 'clerk'), permit, 'accept');
  const clearances = play.all('clearance');
  expect(clearances.map(({ office }) => office).sort()).toEqual(['barangay', 'mho', 'peso', 'police']);
  const [checklist, ...others] = play.all('checklist');
  expect([checklist?.kind, others]).toEqual(['police/national-police-clearance', []]);
  const police = person('police');
  if (checklist === undefined) throw new Error('The police ask nothing.');
  play.take(freelancer, play.settle(checklist, 'filed'), 'submit');
  play.take(police, play.settle(checklist, 'accepted'), 'approve');
  for (const one of clearances) {
    const chief = person(one.office ?? '');
    let now = play.take(freelancer, play.settle(one, 'filed'), 'submit');
    if (now.state === 'received')
      now = play.take(chief, now, 'desk-review', { reason: 'Papers say it all.' });
    // Three working days each, the barangay too: proof of residence is a simple transaction.
    expect(now.due).toBe(play.again(permit).due);
    expect(play.take(chief, play.settle(now, 'accepted'), 'issue').state).toBe('issued');
  }
  expect(play.again(permit).state).toBe('for-payment');
  expect(play.refusal(cashier, permit, 'pay', receipt)).toContain('less than the amount to be paid');
  const much = { ...receipt, amount: '6600.00' };
  expect(play.refusal(cashier, permit, 'pay', much)).toContain('more than the amount to be paid');
  play.take(cashier, permit, 'pay', { ...receipt, amount: '660.00' });
  expect(play.take(licensing, permit, 'approve').state).toBe('released');
  expect(play.documents(permit)).toEqual(['freelancer-permit']);
});

test('a worker pays for the barangay clearance, a first-time jobseeker does not', () => {
  const play = begin();
  const barangay = person('barangay');
  const clearance = play.begin(worker, 'occupational-clearance', exampleOf('occupational-clearance'));
  play.take(worker, play.settle(clearance, 'filed'), 'submit');
  play.settle(clearance, 'accepted');
  expect(play.refusal(barangay, clearance, 'fee-waived')).toContain('first-time jobseeker');
  play.take(barangay, clearance, 'bill');
  play.take(barangay, clearance, 'pay', whole(play, clearance));
  expect(play.take(barangay, clearance, 'approve').state).toBe('issued');
  expect(play.documents(clearance)).toEqual(['occupational-clearance']);
  const first = play.begin(worker, 'occupational-clearance', {
    ...exampleOf('occupational-clearance'),
    first_time_jobseeker: true,
  });
  play.take(worker, play.settle(first, 'filed'), 'submit');
  play.settle(first, 'accepted');
  expect(play.refusal(barangay, first, 'bill')).toContain('pays no fee');
  expect(play.take(barangay, first, 'fee-waived').state).toBe('for-captain');
});

test('a health card is issued when every test is normal, by somebody else than who endorsed it', () => {
  const play = begin();
  const [nurse, officer] = [person('mho', 'nurse'), person('mho', 'officer')];
  const card = play.begin(worker, 'health-card', {
    ...exampleOf('health-card'),
    results: tested({ physical: '2027-11-20', xray: '2027-11-20', stool: '2027-05-20' }),
  });
  play.take(worker, play.settle(card, 'filed'), 'submit');
  expect(play.refusal(nurse, card, 'schedule')).toContain('receipt of the fee');
  play.take(nurse, card, 'pay', whole(play, card));
  play.take(nurse, card, 'schedule', { day: '2026-11-20', tests: 'X-ray' });
  play.take(nurse, card, 'encode-results');
  play.take(nurse, card, 'endorse');
  expect(play.refusal(nurse, card, 'approve')).toContain('forbidden');
  expect(play.take(officer, card, 'approve').state).toBe('issued');
  expect(play.documents(card)).toEqual(['health-certificate']);
  // The stool test is the first to expire.
  expect(play.validUntil(card)).toBe('2027-05-20');
});

/** The card for a worker of this occupation, with tests of these days, by name. */
function askForCard(play: Play, occupation: string, tests: Parameters<typeof tested>[0]): PortalRecord {
  const answers = { ...exampleOf('health-card'), occupation, results: tested(tests) };
  const card = play.begin(worker, 'health-card', answers);
  play.take(worker, play.settle(card, 'filed'), 'submit');
  play.take(person('mho'), card, 'pay', whole(play, card));
  return card;
}

test('the fee of a health card is assessed, and a receipt of the employer takes the card off it', () => {
  const play = begin();
  const nurse = person('mho', 'nurse');
  const card = play.begin(worker, 'health-card', exampleOf('health-card'));
  play.take(worker, play.settle(card, 'filed'), 'submit');
  const total = () => play.again(card).data['assessment'];
  expect(total()).toMatchObject({ total: '250.00' });
  expect(play.refusal(nurse, card, 'pay', { ...receipt, amount: '100.00' })).toContain(
    'less than the amount to be paid',
  );
  play.take(nurse, card, 'employer-paid', { employer: 'Reyes Beach Resort', or_number: '0042371' });
  expect(total()).toMatchObject({ total: '100.00' });
  play.take(nurse, card, 'pay', { ...receipt, amount: '100.00' });
  expect(total()).toMatchObject({ balance: '0.00' });
  expect(play.refusal(nurse, card, 'pay', receipt)).toContain('already paid');
  expect(play.take(nurse, card, 'schedule', { day: '2026-11-20', tests: 'X-ray' }).state).toBe('lab-set');
});

test('a voided receipt of a health card has to be posted again before the card goes on', () => {
  const play = begin();
  const [nurse, treasurer] = [person('mho', 'nurse'), person('mto', 'treasurer')];
  const card = askForCard(play, 'cook', yearOfTests);
  const voided = () => play.take(treasurer, play.one('payment'), 'void', { reason: 'Wrong payer.' });
  voided();
  expect(play.refusal(nurse, card, 'schedule')).toContain('receipt of the fee');
  play.take(nurse, card, 'pay', { ...whole(play, card), or_number: '0042372' });
  expect(play.take(nurse, card, 'schedule', { day: '2026-11-20', tests: 'X-ray' }).state).toBe('lab-set');
  voided();
  expect(play.again(card)).toMatchObject({ state: 'requested', data: { assessment: { balance: '250.00' } } });
  expect(play.notices).toContain('receipt-voided');
});

const yearOfTests = { physical: '2027-11-20', xray: '2027-11-20' };

test.each([
  ['cook', yearOfTests, 'stool'],
  ['massage-attendant', yearOfTests, 'hepatitis B'],
  ['entertainer-or-dancer', { ...yearOfTests, hepa_b: '2027-11-20', serology: '2027-11-20' }, 'smear'],
  ['waiter-or-waitress', { physical: '2027-11-20', stool: '2027-05-20' }, 'X-ray'],
])('the occupation %s asks for a test that is not there yet', (occupation, tests, missing) => {
  const play = begin();
  const card = askForCard(play, occupation, tests);
  expect(play.refusal(person('mho'), card, 'encode-results')).toContain(missing);
});

test.each([
  ['receptionist-at-a-front-desk', yearOfTests, '2027-11-20'],
  ['massage-attendant', { ...yearOfTests, hepa_b: '2027-11-20' }, '2027-05-23'],
  ['other', { physical: '2027-12-20', sputum: '2027-12-20' }, '2027-11-23'],
])('the card of the occupation %s ends on its day', (occupation, tests, end) => {
  const play = begin();
  const card = askForCard(play, occupation, tests);
  play.take(person('mho', 'nurse'), card, 'encode-results');
  play.take(person('mho', 'nurse'), card, 'endorse');
  play.take(person('mho', 'officer'), card, 'approve');
  expect(play.validUntil(card)).toBe(end);
});

test('a result that is not normal leads to another visit, and no visit in 30 days ends it', () => {
  const play = begin();
  const officer = person('mho');
  const results = tested({ physical: '2027-11-20', xray: '2027-11-20', stool: '2027-05-20' }, 'not_normal');
  const card = play.begin(worker, 'health-card', { ...exampleOf('health-card'), results });
  play.take(worker, play.settle(card, 'filed'), 'submit');
  play.take(officer, card, 'pay', whole(play, card));
  play.take(officer, card, 'schedule', { day: '2026-11-20', tests: 'X-ray' });
  play.take(officer, card, 'encode-results');
  expect(play.refusal(officer, card, 'endorse')).toContain('not normal');
  expect(play.take(officer, card, 'treat').state).toBe('for-treatment');
  const other = play.begin(worker, 'health-card', exampleOf('health-card'));
  play.take(worker, play.settle(other, 'filed'), 'submit');
  play.take(officer, other, 'pay', whole(play, other));
  play.take(officer, other, 'schedule', { day: '2026-11-20', tests: 'X-ray' });
  play.wait('2026-12-30T01:00:00.000Z');
  expect(play.again(other).state).toBe('cancelled');
});

test('a working permit is evaluated, paid and issued to the end of the year', () => {
  const play = begin();
  const [clerk, manager] = [person('peso', 'clerk'), person('peso', 'manager')];
  const permit = play.begin(worker, 'working-permit', exampleOf('working-permit'));
  play.take(worker, play.settle(permit, 'filed'), 'submit');
  play.settle(permit, 'accepted');
  play.take(clerk, permit, 'evaluate');
  play.take(cashier, permit, 'pay', whole(play, permit));
  expect(play.refusal(clerk, permit, 'approve')).toContain('forbidden');
  expect(play.take(manager, permit, 'approve').state).toBe('issued');
  expect(play.validUntil(permit)).toBe('2026-12-31');
  play.wait('2027-01-02T01:00:00.000Z');
  expect(play.again(permit).state).toBe('expired');
});

test('a business lists a worker, who says yes, and leaves later', () => {
  const play = begin();
  const employer = person('establishment');
  const employment = play.begin(employer, 'employment', exampleOf('employment'));
  expect(play.take(employer, employment, 'invite', { pick: ['worker'] }).state).toBe('invited');
  expect(play.refusal(person('applicant', 'stranger'), employment, 'accept')).toContain('not-found');
  expect(play.take(worker, employment, 'accept').state).toBe('linked');
  expect(play.take(worker, employment, 'separate', { ended_on: '2026-12-31' }).state).toBe('separated');
});

test('an undertaking that nobody fulfils is breached', () => {
  const play = begin();
  const owner = person('establishment');
  const application = play.begin(owner, 'application', { business_name: 'Reyes' });
  const affidavit = play.begin(owner, 'affidavit', exampleOf('affidavit'), application);
  play.take(owner, play.settle(affidavit, 'filed'), 'submit');
  play.settle(affidavit, 'accepted');
  play.take(licensing, affidavit, 'accept');
  expect(play.again(affidavit).state).toBe('accepted');
  play.put({ ...play.again(application), state: 'released' });
  expect(play.again(affidavit).state).toBe('in-force');
  play.wait('2027-01-05T01:00:00.000Z');
  expect(play.again(affidavit).state).toBe('breached');
});

test('a business closes when its tax is settled, and its permit ends', () => {
  const play = begin();
  const owner = person('establishment');
  const application = play.begin(owner, 'application', {
    business_name: 'Reyes',
    organization_type: 'cooperative',
  });
  const closure = play.begin(owner, 'closure', exampleOf('closure'), application);
  expect(play.refusal(owner, play.settle(closure, 'filed'), 'submit')).toContain('no permit to retire');
  play.put({ ...play.again(application), state: 'released' });
  play.take(owner, closure, 'submit');
  play.settle(closure, 'accepted');
  play.take(licensing, closure, 'accept');
  play.take(licensing, closure, 'closed', { inspected_on: '2026-11-23', met: 'Ana', result: 'passed' });
  play.take(cashier, closure, 'compute', { tax_paid: '100000.00' });
  play.take(cashier, closure, 'bill');
  play.take(cashier, closure, 'pay', receipt);
  play.take(person('mto', 'treasurer'), closure, 'endorse');
  expect(play.take(licensing, closure, 'retire').state).toBe('retired');
  expect(play.documents(closure)).toEqual(['certificate-of-retirement']);
  expect(play.again(application).state).toBe('retired');
});
