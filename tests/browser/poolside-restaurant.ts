/** A business for tests: a restaurant with rooms, a pool and a car park. Nearly every office is involved. */
import { readForm, readWritten, type Answers, type WrittenForm } from './fill-form.ts';

export const email = 'resort@example.com';
const name = 'Reyes Poolside Restaurant';

export const unifiedForm = readForm('unified-form');
export const registrationForm = readForm('establishment-registration');
export const fireClearance = readWritten('requirements/negative-list/bfp') as {
  readonly form: WrittenForm;
  readonly examples: readonly Answers[];
};

export const registrationAnswers: Answers = { ...registrationForm.examples?.[0], email, business_name: name };

export const business: Answers = {
  ...unifiedForm.examples?.[0],
  business_name: name,
  registration_date: '2027-02-15',
  parking_area: true,
  lines: [
    { line: 'restaurant', units: 1, capitalization: '1500000.00' },
    { line: 'resort', units: 1, capitalization: '1000000.00' },
  ],
  seats: 60,
};
