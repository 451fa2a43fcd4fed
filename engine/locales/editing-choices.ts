/** Titles of the choices in the forms that edit the configuration. */
import { catalogue } from './catalogue.ts';

export const choiceMessages = catalogue('editing-choices', {
  assumption: 'Not confirmed yet',
  citizen: 'People and businesses',
  debt: 'On the unpaid amount',
  debtAndSurcharge: 'On the unpaid amount and the surcharge',
  down: 'Always down',
  executive: 'Head of all offices',
  file: 'The applicant uploads it',
  first: 'With the first instalment',
  flat: 'One bracket for the whole amount',
  fullMonth: 'For each full month',
  halfEven: 'Half to the even digit',
  halfUp: 'Half up',
  inspection: 'The office sees it on site',
  last: 'With the last instalment',
  law: 'Written in the law',
  marginal: 'Each bracket for its own part',
  monthBegun: 'For each month begun',
  office: 'Offices that handle requests',
  practice: 'Usual practice',
  previous: 'A document of the portal, also after it has expired',
  up: 'Always up',
  upload: 'The applicant sends it',
  wallet: 'A valid document of the portal',
});
