/** Who is exempt from the business tax: by a certificate that the licensing office has accepted, and not by saying so. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isAssessment } from '../../../engine/portal/assessment.ts';
import { person, Play } from './play.ts';
import { readPortal } from '../../server/read-portal.ts';

const portal = await readPortal();
const [example] = parse(readFileSync('config/forms/unified-form.yaml', 'utf8')).examples;
const owner = person('establishment', 'owner');
const licensing = person('bplo');
const exempt = { class: 'simple', lines_confirmed: true, exemption: 'bmbe' };

function filed(incentive: object): Play {
  const play = new Play(portal, '2026-11-23T01:00:00.000Z');
  const application = play.begin(owner, 'application', { ...example, ...incentive });
  play.take(owner, play.settle(application, 'filed'), 'submit');
  return play;
}

test('an exemption stands on a certificate that was accepted, and the bill says so', () => {
  const play = filed({ tax_incentive: true, tax_incentive_entity: 'BMBE' });
  const application = play.one('application');
  expect(play.refusal(licensing, application, 'accept', exempt)).toContain('stands on a certificate');
  play.take(licensing, play.settle(application, 'accepted'), 'accept', exempt);
  const { data } = play.take(person('mto'), play.one('assessment'), 'start');
  const lines = isAssessment(data['assessment']) ? data['assessment'].lines : [];
  expect(lines.filter(({ tags }) => tags.includes('tax'))).toMatchObject([
    { title: 'Exempt from business tax: BMBE', rule: '0% of 2,500,000.00', amount: '0.00' },
  ]);
});

test('where no incentive was claimed there is none to grant', () => {
  const play = filed({});
  expect(play.refusal(licensing, play.one('application'), 'accept', exempt)).toContain('stands on a certificate');
});
