/** What the engine says about issued documents and their verification. */
import { catalogue } from './catalogue.ts';

export const documentMessages = catalogue('documents', {
  checkedWithPortal: 'Code {code}. Checked {moment} with {portal}.',
  codeWithoutSignature: 'The code was typed or copied without its signature: compare every line.',
  documentNumber: 'Number',
  documentTitle: 'Document',
  issuedAndValidUntil: 'Issued {date}, valid until {until}',
  issuedDate: 'Issued {date}',
  issuedDocuments: 'Documents',
  issuedOn: 'Issued on',
  issuedTo: 'Issued to',
  openLinkOver: 'This link is over. Open the document from its page again.',
  photo: 'Photo',
  photoOfHolder: 'Who carries it',
  print: 'Print',
  savePdf: 'Save as PDF',
  scannableCode: 'Code that a phone checks',
  stateExpired: 'Expired',
  stateRevoked: 'Revoked',
  stateSuspended: 'Suspended',
  stateValid: 'Valid',
  unknownCode: 'No document of this portal has this code.',
  validForever: 'For good',
  validUntilDate: 'valid until {date}',
  validUntilLabel: 'Valid until',
  verdictExpired: 'Genuine, but expired',
  verdictExpiredReason: 'It was issued here, and its time is over.',
  verdictForged: 'Not genuine',
  verdictForgedReason:
    'What this code says was not signed by {portal}, or was changed afterwards. Do not accept the paper.',
  verdictRevokedReason: 'It was issued here and was taken back. It does not count any more.',
  verdictSuspendedReason:
    'It was issued here and does not count for the time being. Ask the office that issued it.',
  verdictUnknown: 'Unknown',
  verdictUnknownReason: 'No document of {portal} has this code. Look whether it was typed as it is printed.',
  verdictUnregistered: 'Not in the register',
  verdictUnregisteredReason:
    'It bears a good signature, but is not in the register. Ask the office before you accept it.',
  verdictValid: 'Genuine and valid',
  verdictValidReason: 'Compare these lines with the paper that you were shown.',
});
