/** Messages about issued documents and their verification. */
import { catalogue } from './catalogue.ts';

export const documentMessages = catalogue('documents', {
  askedCode: 'Code on the document',
  askedCodeHelp:
    'The code has 16 letters and digits in groups of four, such as abcd 2345 efgh 6789. It is printed beside the QR code at the foot of the paper. It is not the number of the document. You can also paste the whole address.',
  askedCodeMissing:
    'Enter the code beside the QR code. It has 16 letters and digits, such as abcd 2345 efgh 6789.',
  checkAnother: 'Check another document',
  checkCode: 'Check the document',
  checkedHere:
    'Code {code}. Checked without a connection, with the list of revoked documents of {moment}. Check it again with a connection.',
  checkedWithPortal: 'Code {code}. Checked {moment} with {portal}.',
  codeWithoutSignature:
    'Anybody can copy a code onto another paper. Compare every line with the paper, or scan its QR code.',
  compareWithPaper: 'Compare with the paper',
  documentNumber: 'Number',
  documentTitle: 'Document',
  howToReport: 'If something does not match',
  issuedAndValidUntil: 'Issued {date}, valid until {until}',
  issuedBy: 'Issued by',
  issuedDate: 'Issued {date}',
  issuedDocuments: 'Documents',
  issuedOn: 'Issued on',
  issuedTo: 'Issued to',
  openLinkOver: 'This link has expired. Open the document from its page again.',
  photo: 'Photo',
  photoOfHolder: 'Holder',
  photoOfPlace: 'The place',
  print: 'Print',
  ready: '{document} is ready.',
  readyAndValidUntil: '{document} is ready. It is valid until {until}.',
  savePdf: 'Save as PDF',
  scanCode: 'Scan the QR code',
  scanCodeEnd: 'Stop scanning',
  scannableCode: 'Code to scan with a phone',
  signaturePicture: 'Signature',
  signedAt: 'Signed {moment}',
  stateExpired: 'Expired',
  stateRevoked: 'Revoked',
  stateSuspended: 'Suspended',
  stateValid: 'Valid',
  unknownCode: 'No document of this portal has this code.',
  validForever: 'No expiry date',
  validUntilDate: 'valid until {date}',
  validUntilLabel: 'Valid until',
  verdictExpired: 'Expired',
  verdictExpiredOn: 'Expired on {date}',
  verdictExpiredReason: 'This document was issued here, but it has expired.',
  verdictForged: 'Not genuine',
  verdictForgedReason: '{portal} did not sign this code, or somebody changed it. Do not accept the paper.',
  verdictRevokedReason: 'This document was issued here, but it was revoked. It is no longer valid.',
  verdictSuspendedReason:
    'This document was issued here, but it is suspended. Ask the office that issued it.',
  verdictUnknown: 'Unknown',
  verdictUnknownReason:
    'No document of {portal} has this code. Type the code beside the square picture, not the number of the document.',
  verdictUnregistered: 'Not in the register',
  verdictUnregisteredReason:
    'The signature is valid, but this document is not in the register. Ask the office before you accept it.',
  verdictValid: 'Valid',
  verdictValidReason: 'Compare these lines with the paper that you were shown.',
});
