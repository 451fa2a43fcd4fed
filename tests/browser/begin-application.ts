/** An application at the start of a test: filed by its owner, accepted by the licensing office. */
import { expect } from 'vitest';
import type { WireRecord } from '../../engine/contract/record.ts';
import { readForm, type Answers } from './fill-form.ts';
import { call, take } from './same-session.ts';
import type { Visit } from './visit.ts';

/** A small eatery: few offices are involved. */
export const eatery: Answers = {
  ...readForm('unified-form').examples?.[0],
  business_name: 'Reyes Beach Eatery',
  registration_date: '2027-02-15',
  lines: [{ line: 'carinderia', units: 1, capitalization: '150000.00' }],
  seats: 24,
};

/** Answers the form, saves it as a draft and files it. */
export async function fileApplication({ page }: Visit, answers: Answers): Promise<WireRecord> {
  const draft = await call<WireRecord>(page, ['POST', 'records/application'], { body: { data: answers } });
  const filed = await take(page, draft, 'submit');
  expect(filed.state).toBe('submitted');
  return filed;
}

/** From here on the offices have it. */
export async function acceptApplication({ page }: Visit, application: WireRecord): Promise<WireRecord> {
  const accepted = await take(page, application, 'accept', { class: 'complex', lines_confirmed: true });
  expect(accepted.state).toBe('in-clearance');
  return accepted;
}
