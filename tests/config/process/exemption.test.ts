/**
 * Exemption from the business tax requires a certificate that the licensing office has accepted, not only a
 * statement.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type AssessedLine, isAssessment, spokenAssessment } from '../../../engine/portal/fees/assessment.ts';
import { person, Play } from './play.ts';
import { readPortal } from '../../server/read-portal.ts';

const portal = await readPortal();
const [example] = parse(readFileSync('config/forms/unified-form.yaml', 'utf8')).examples;
const owner = person('establishment', 'owner');
const licensing = person('bplo');
const classified = { class: 'simple', lines_confirmed: true };

function filed(incentive: object): Play {
  const play = new Play(portal, '2026-11-23T01:00:00.000Z');
  const application = play.begin(owner, 'application', { ...example, ...incentive });
  play.take(owner, play.settle(application, 'filed'), 'submit');
  return play;
}

function taxLines(play: Play): readonly AssessedLine<string>[] {
  const { data } = play.take(person('mto'), play.one('assessment'), 'start');
  const { assessment } = data;
  if (!isAssessment(assessment)) return [];
  return spokenAssessment(portal, assessment).lines.filter(({ tags }) => tags.includes('tax'));
}

test('an exemption stands on a certificate that was accepted, and the bill says so', () => {
  const play = filed({ tax_incentive: true, tax_incentive_entity: 'BMBE' });
  const application = play.one('application');
  expect(play.refusal(licensing, application, 'accept', classified)).toContain(
    'Decide on the exemption first',
  );
  expect(play.refusal(licensing, application, 'decide-exemption', { ground: 'bmbe' })).toContain(
    'Accept the paper first',
  );
  play.take(licensing, play.settle(application, 'accepted'), 'decide-exemption', { ground: 'bmbe' });
  play.take(licensing, application, 'accept', classified);
  expect(taxLines(play)).toMatchObject([
    { title: 'Exempt from business tax: BMBE', rule: '0% of ₱2,500,000.00', amount: '0.00' },
  ]);
});

test('what exempts from nothing leaves the tax as it is, without a paper', () => {
  const play = filed({ tax_incentive: true, tax_incentive_entity: 'PEZA' });
  play.take(licensing, play.one('application'), 'decide-exemption', { ground: 'none' });
  play.take(licensing, play.one('application'), 'accept', classified);
  expect(taxLines(play)).toMatchObject([{ amount: '1250.00' }]);
});

test('where no incentive was claimed there is none to decide on', () => {
  const play = filed({});
  expect(play.refusal(licensing, play.one('application'), 'decide-exemption', { ground: 'boi' })).toContain(
    'forbidden',
  );
  expect(play.take(licensing, play.one('application'), 'accept', classified).state).toBe('in-clearance');
});
